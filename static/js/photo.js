// A photo that was chosen is made small, upright and nameless on this device, and is on its way: one tap less.
// What this browser can't draw (HEIC, a broken file) is sent as it is; the table answers for it.
(function () {
  "use strict";

  const LONGEST = 1600; // pixels: what the reader works on
  const QUALITY = 0.9;

  // A JPEG of a file, or of what a video shows now. Older browsers don't know the option, and a video needs none.
  async function small(source) {
    const picture = await (source instanceof File
      ? createImageBitmap(source, { imageOrientation: "from-image" })
      : createImageBitmap(source));
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
    field.closest(".photo__pick").classList.add("is-filled");
    for (const other of form.querySelectorAll("input[type=file]")) {
      if (other !== field) other.value = ""; // one that a browser put back must not go instead
    }
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
    try {
      fill(form.elements.photo, await small(video));
      form.requestSubmit();
    } catch {
      shutter.disabled = false;
      video.play();
      tell(form, form.dataset.failed);
    }
  });

  function tell(form, sentence) {
    form.querySelector("[role=status]").textContent = sentence;
  }

  // Where dice are looked at: a die that is held is taken away, a tap on the table puts one there. The same can be
  // done with the links of the page.
  const NEAR = 24; // pixels round a die, or its label, in which a tap is meant for it
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

  // The nearest die counts, by its outline or its label: where dice touch, what can be tapped of them overlaps.
  function dieAt(event) {
    const marks = event.target.closest("svg.photo__marks");
    if (!marks) return null;
    const labels = marks.querySelectorAll(".ol-label"); // in the order of the dice
    const far = [...marks.querySelectorAll("a[data-hold]")].map((die, number) => ({
      die,
      far: Math.min(fromOutline(die.querySelector(".ol-case"), event), fromBox(labels[number], event)),
    }));
    const nearest = far.reduce((one, other) => (other.far < one.far ? other : one), { die: null, far: NEAR });
    return nearest.die;
  }

  // On the screen, in pixels; inside, the smaller the nearer it is to the middle, and less than 1.
  function fromOutline(outline, { clientX: x, clientY: y }) {
    const corners = [...outline.points].map((corner) => corner.matrixTransform(outline.getScreenCTM()));
    if (outline.isPointInFill(new DOMPoint(x, y).matrixTransform(outline.getScreenCTM().inverse()))) {
      const middle = { x: 0, y: 0 };
      for (const corner of corners) {
        middle.x += corner.x / corners.length;
        middle.y += corner.y / corners.length;
      }
      return 1 - 1 / (1 + Math.hypot(x - middle.x, y - middle.y));
    }
    return Math.min(...corners.map((a, n) => {
      const b = corners[(n + 1) % corners.length];
      const [w, h] = [b.x - a.x, b.y - a.y];
      const along = Math.min(1, Math.max(0, ((x - a.x) * w + (y - a.y) * h) / (w * w + h * h || 1)));
      return 1 + Math.hypot(x - a.x - along * w, y - a.y - along * h);
    }));
  }

  function fromBox(element, { clientX: x, clientY: y }) {
    const box = element.getBoundingClientRect();
    return Math.hypot(Math.max(box.left - x, x - box.right, 0), Math.max(box.top - y, y - box.bottom, 0));
  }

  document.addEventListener("pointerdown", (event) => {
    release();
    isTaken = false;
    const die = dieAt(event);
    if (!die || event.button !== 0) return;
    held = { x: event.clientX, y: event.clientY, timer: setTimeout(take, HOLD, die) };
  });
  document.addEventListener("pointermove", (event) => {
    if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) > STILL) release();
  });
  for (const end of ["pointerup", "pointercancel", "dragstart", "scroll", "pagehide"])
    document.addEventListener(end, release, true);
  document.addEventListener("contextmenu", (event) => {
    if (dieAt(event)) event.preventDefault(); // held long enough on a phone
  });

  document.addEventListener("click", (event) => {
    if (isTaken) return event.preventDefault();
    const marks = event.target.closest("svg.photo__marks");
    if (!marks || !event.detail) return; // a key on a link: it leads where it says
    const die = dieAt(event);
    if (die) {
      event.preventDefault();
      location.assign(die.getAttribute("href"));
    } else if (marks.dataset.add && !event.target.closest("a")) {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(marks.getScreenCTM().inverse());
      location.assign(marks.dataset.add.replace("X.Y", `${Math.round(at.x)}.${Math.round(at.y)}`));
    }
  });

  // Every tap is a new page: it begins where the one before was left, and says aloud what is asked now.
  const PLACE = "photo-place";
  const links = () => [...document.querySelectorAll("#main.page--photo a")];

  addEventListener("pagehide", () => {
    const place = { path: location.pathname, top: scrollY, at: links().indexOf(document.activeElement) };
    sessionStorage.setItem(PLACE, JSON.stringify(place));
  });

  function goOn() {
    const left = JSON.parse(sessionStorage.getItem(PLACE) || "{}");
    if (left.path !== location.pathname || !links().length) return;
    scrollTo(0, left.top);
    links()[left.at]?.focus({ preventScroll: true });
    document.getElementById("said").textContent = document.querySelector("#main h1").textContent.trim();
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const words of document.querySelectorAll("[data-scripted]")) words.textContent = words.dataset.scripted;
    goOn();
  });
})();
