// What makes the pages quicker and easier; without it every form still works.
(function () {
  "use strict";

  // ---- tapping dice: the first ones stay on this device, the last one asks the table what they are worth ----

  function firstEmpty(form) {
    return form.querySelector(".slot--empty");
  }

  // A tap on a face while more than one slot is empty fills one without asking anybody.
  function tapFace(event) {
    const key = event.target.closest("[data-draft] .key");
    if (!key) return;
    const form = key.form;
    const empty = form.querySelectorAll(".slot--empty");
    if (form.dataset.full) return event.preventDefault();
    if (empty.length <= 1) {
      form.dataset.full = "yes";
      return;
    }
    event.preventDefault();
    fill(form, firstEmpty(form), key.value);
  }

  function fill(form, slot, face) {
    const slots = [...form.querySelectorAll(".slot")];
    const dice = form.elements.dice;
    const faces = slots.map((_, at) => dice.value[at] || "0");
    faces[slots.indexOf(slot)] = face;
    dice.value = faces.join("");
    for (const other of document.querySelectorAll('#page [name="dice"]')) other.value = dice.value;
    carry("dice", dice.value);
    slot.classList.remove("slot--empty");
    slot.disabled = false;
    slot.querySelector("use").setAttribute("href", "#d" + face);
    slot.setAttribute("aria-label", slot.dataset.shows.replace("#", face));
    say(face);
  }

  // The photo page leads back to what was begun here.
  function carry(name, value) {
    const link = document.querySelector("a[data-photo-link]");
    if (!link) return;
    const address = new URL(link.href);
    address.searchParams.set(name, value);
    link.href = address.href;
  }

  // The number of throws is chosen in another form than the dice; both must know it.
  function chooseThrows(event) {
    const chosen = event.target;
    if (chosen.name !== "throws" || !chosen.closest("[data-throws]")) return;
    carry("throws", chosen.value);
    const draft = document.querySelector("form[data-draft]");
    if (!draft || chosen.form.hasAttribute("hx-trigger")) return;
    if (!draft.elements.throws) {
      const kept = document.createElement("input");
      kept.type = "hidden";
      kept.name = "throws";
      draft.append(kept);
    }
    draft.elements.throws.value = chosen.value;
    if (!firstEmpty(draft)) draft.requestSubmit();
  }

  // ---- after every change: say it aloud, and put the focus where it was ----

  let focused = null;

  function say(text) {
    const said = document.getElementById("said");
    if (said) said.textContent = text.replace(/\s+/g, " ").trim();
  }

  function path(element) {
    if (!element || element === document.body) return null;
    if (element.id) return "#" + CSS.escape(element.id);
    if (element.name) return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]:not([type="hidden"])`;
    return null;
  }

  function swapped() {
    const refused = document.querySelector("#page .flash--loss");
    const sentence = document.querySelector("#page h1");
    say((refused || sentence || { textContent: "" }).textContent);
    const again = focused && document.querySelector("#page " + focused);
    const field = document.querySelector("#page [autofocus]");
    const next = again || field || document.getElementById("main");
    if (next) next.focus({ preventScroll: true });
    if (refused) refused.scrollIntoView({ block: "nearest" });
    focused = null;
  }

  // Another page begins at its top, where it says what happens now; the same page stays where one taps.
  let left = location.pathname;

  function moved() {
    if (location.pathname !== left) window.scrollTo(0, 0);
  }

  // ---- small things ----

  function closeMenus(event) {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      const inside = menu.contains(event.target) && event.target.tagName !== "SUMMARY";
      if (event.key === "Escape" || (event.type === "click" && !inside && !menu.contains(event.target))) menu.open = false;
    }
  }

  function print(event) {
    if (event.target.closest("[data-print]")) window.print();
  }

  // Dark or light: the page stays, and with it what was tapped.
  function changeLook(event) {
    const form = event.target.closest("form[data-look]");
    if (!form) return;
    event.preventDefault();
    fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "text/plain" } })
      .then((answer) => (answer.ok ? answer.text().then(look) : form.submit()))
      .catch(notSent);
  }

  function look(theme) {
    document.documentElement.dataset.theme = theme;
    const bar = document.querySelector('meta[name="theme-color"]');
    bar.content = theme === "light" ? bar.dataset.light : bar.dataset.dark;
    for (const note of document.querySelectorAll(".unsent")) note.remove();
  }

  function notSent() {
    const page = document.getElementById("page");
    if (!page || page.querySelector(".unsent")) return;
    const note = document.createElement("p");
    note.className = "unsent";
    note.setAttribute("role", "alert");
    note.textContent = page.dataset.unsent;
    page.append(note);
    for (const form of page.querySelectorAll("form[data-draft]")) delete form.dataset.full;
  }

  document.addEventListener("click", tapFace, true);
  document.addEventListener("change", chooseThrows);
  document.addEventListener("click", closeMenus);
  document.addEventListener("keydown", closeMenus);
  document.addEventListener("click", print);
  document.addEventListener("submit", changeLook);
  document.addEventListener("htmx:before:request", () => {
    focused = path(document.activeElement);
    left = location.pathname;
  });
  document.addEventListener("htmx:after:history:push", moved);
  document.addEventListener("htmx:after:swap", swapped);
  document.addEventListener("htmx:error", notSent);
})();
