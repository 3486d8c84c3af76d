// A photo that was chosen is made small, upright and nameless on this device, and is on its way: one tap less.
// What this browser can't draw (HEIC, a broken file) is sent as it is; the table answers for it.
(function () {
  "use strict";

  const LONGEST = 1600; // pixels: what the reader works on
  const QUALITY = 0.9;

  // A JPEG of a file, or of what a video shows now.
  async function small(source) {
    const picture = await createImageBitmap(source, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const jpeg = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return jpeg && new File([jpeg], "photo.jpg", { type: "image/jpeg" });
  }

  function fill(field, file) {
    const list = new DataTransfer();
    list.items.add(file);
    field.files = list.files;
  }

  document.addEventListener("change", async (event) => {
    const field = event.target;
    const form = field.closest("form[data-photo]");
    if (!form || !field.files || !field.files.length) return;
    form.querySelector(".photo__pick").classList.add("is-filled");
    try {
      const one = await small(field.files[0]);
      if (one) fill(field, one); // even if it is no smaller: the place and the owner stay here
    } catch {
      // the original goes
    }
    form.requestSubmit();
  });

  document.addEventListener("click", async (event) => {
    const shutter = event.target.closest("[data-shutter]");
    if (!shutter || shutter.disabled) return;
    shutter.disabled = true; // one photo, however often it is tapped
    const form = shutter.closest("form[data-photo]");
    const video = form.querySelector("video");
    video.pause(); // the picture stands still while it is read
    fill(form.elements.photo, await small(video));
    form.requestSubmit();
  });

  // Where dice are looked at: a die that is held is taken away, a tap on the table puts one there. The same can be
  // done with the links of the page.
  const HOLD = 500; // milliseconds
  const STILL = 10; // pixels that a finger may wander meanwhile
  let held = null; // the finger that is down on a die
  let isTaken = false; // it was down long enough: lifting it is no tap any more

  function release() {
    clearTimeout(held?.timer);
    held = null;
  }

  function take(die) {
    isTaken = true;
    location.assign(die.dataset.hold);
  }

  document.addEventListener("pointerdown", (event) => {
    release();
    isTaken = false;
    const die = event.target.closest("a[data-hold]");
    if (!die || event.button !== 0) return;
    held = { x: event.clientX, y: event.clientY, timer: setTimeout(take, HOLD, die) };
  });
  document.addEventListener("pointermove", (event) => {
    if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) > STILL) release();
  });
  for (const end of ["pointerup", "pointercancel", "dragstart", "scroll", "pagehide"])
    document.addEventListener(end, release, true);
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest("a[data-hold]")) event.preventDefault(); // held long enough on a phone
  });

  document.addEventListener("click", (event) => {
    if (isTaken) return event.preventDefault();
    const marks = event.target.closest("svg[data-add]");
    if (!marks || event.target.closest("a")) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(marks.getScreenCTM().inverse());
    location.assign(marks.dataset.add.replace("X.Y", `${Math.round(at.x)}.${Math.round(at.y)}`));
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const words of document.querySelectorAll("[data-scripted]")) words.textContent = words.dataset.scripted;
  });
})();
