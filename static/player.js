// One sound at a time: buttons with data-play drive the bar at the foot of the page, which no fragment ever replaces,
// so polling and filtering never interrupt what is heard.
(() => {
  "use strict";

  const bar = document.getElementById("player");
  if (!bar) return;
  const audio = bar.querySelector("audio");
  const label = bar.querySelector(".player-label");
  const problem = bar.querySelector(".field-error");

  function buttonsMark() {
    const isPlaying = !audio.paused && !audio.ended;
    for (const button of document.querySelectorAll("[data-play]")) {
      const isOurs = isPlaying && button.dataset.play === audio.getAttribute("src");
      button.setAttribute("aria-pressed", String(isOurs));
    }
  }

  async function play(button) {
    const source = button.dataset.play;
    if (audio.getAttribute("src") === source && !audio.paused) {
      audio.pause();
      return;
    }
    if (audio.getAttribute("src") !== source) {
      audio.setAttribute("src", source);
      label.textContent = button.dataset.label || "";
    }
    problem.hidden = true;
    bar.hidden = false;
    if (audio.ended) audio.currentTime = 0;
    try {
      await audio.play();
    } catch (error) {
      // A second click while the first still loads is no fault.
      if (error.name !== "AbortError") problem.hidden = false;
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-play]");
    if (button) play(button);
  });
  bar.querySelector("[data-player-close]").addEventListener("click", () => {
    audio.pause();
    bar.hidden = true;
  });
  for (const name of ["play", "pause", "ended", "emptied"]) audio.addEventListener(name, buttonsMark);
  audio.addEventListener("error", () => { problem.hidden = false; });
  // A swapped-in row must show that its sound is already playing.
  document.addEventListener("htmx:afterSettle", buttonsMark);
  // Speaking and playing share the loudspeaker.
  document.addEventListener("play", (event) => { if (event.target !== audio) audio.pause(); }, true);
})();
