// The camera in the page: what it sees, and one button. Only where a page may use the camera (on this machine itself,
// or over https); elsewhere "Take a photo" opens the camera of the phone, or a file. photo.js sends what is taken.
(function () {
  "use strict";

  const WANTED = { audio: false, video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1440 } } };

  document.addEventListener("DOMContentLoaded", async () => {
    const form = document.querySelector("form[data-photo]");
    const finder = form?.querySelector(".finder");
    if (!finder || !navigator.mediaDevices?.getUserMedia) return;
    const devices = await navigator.mediaDevices.enumerateDevices();
    if (!devices.some((device) => device.kind === "videoinput")) return;

    const start = form.querySelector("[data-camera]");
    const video = finder.querySelector("video");
    const said = form.querySelector("[role=status]");
    let stream = null;

    async function open() {
      start.hidden = true;
      said.textContent = "";
      try {
        stream = await navigator.mediaDevices.getUserMedia(WANTED);
        video.srcObject = stream;
        await video.play();
      } catch { // nobody allowed it, or another program has it: the other ways are still there
        close();
        said.textContent = form.dataset.noCamera;
        start.hidden = false;
        return start.focus();
      }
      finder.hidden = false;
      form.classList.add("has-finder");
      finder.querySelector("button").focus();
    }

    function close() {
      for (const track of stream?.getTracks() ?? []) track.stop();
      stream = null;
      finder.hidden = true;
      form.classList.remove("has-finder");
    }

    start.addEventListener("click", open);
    addEventListener("pagehide", close);
    start.hidden = false;
    const asked = await navigator.permissions?.query({ name: "camera" }).catch(() => null);
    if (asked?.state === "granted") open(); // allowed before: one tap less
  });
})();
