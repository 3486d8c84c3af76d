// A photo that was chosen is made small, upright and nameless on this device, and is on its way: one tap less.
// What this browser can't draw (HEIC, a broken file) is sent as it is; the table answers for it.
(function () {
  "use strict";

  const LONGEST = 1600; // pixels: what the reader works on
  const QUALITY = 0.9;

  async function small(file) {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
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

  async function send(event) {
    const field = event.target;
    const form = field.closest("form[data-photo]");
    if (!form || !field.files || !field.files.length) return;
    form.querySelector(".photo__pick").classList.add("is-filled");
    try {
      const one = await small(field.files[0]);
      if (one && one.size < field.files[0].size) {
        const list = new DataTransfer();
        list.items.add(one);
        field.files = list.files;
      }
    } catch {
      // the original goes
    }
    form.requestSubmit();
  }

  document.addEventListener("change", send);
})();
