// Speaks the text of the model page: the answer is a WAV, or a refusal as a fragment that is shown as it comes.
(() => {
  "use strict";

  const form = document.getElementById("speak-form");
  if (!form) return;
  const output = document.getElementById("model-speak");
  const button = form.querySelector("button[type=submit]");
  let url = null;

  function audioShow(blob) {
    if (url) URL.revokeObjectURL(url);
    url = URL.createObjectURL(blob);
    const audio = document.createElement("audio");
    audio.controls = true;
    audio.src = url;
    const link = document.createElement("a");
    link.href = url;
    link.download = form.dataset.download;
    link.textContent = form.dataset.downloadWords;
    output.replaceChildren(audio, link);
    // Browsers may refuse to start a sound by themselves; the controls are there.
    audio.play().catch(() => {});
  }

  function problemShow(text) {
    const notice = document.createElement("p");
    notice.className = "notice is-red";
    notice.textContent = text;
    output.replaceChildren(notice);
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    form.classList.add("is-busy");
    button.disabled = true;
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: new FormData(form), headers: { "HX-Request": "true" }, credentials: "same-origin",
      });
      const redirect = answer.headers.get("HX-Redirect");
      if (redirect) {
        location.assign(redirect);
      } else if (answer.ok) {
        audioShow(await answer.blob());
      } else if (answer.headers.has("Koebo-Code")) {
        // Our own server's fragment, escaped there; the policy of the page forbids scripts in it anyway.
        const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
        output.replaceChildren(...parsed.body.childNodes);
      } else {
        problemShow(`${form.dataset.failed} (${answer.status})`);
      }
    } catch {
      problemShow(form.dataset.unreachable);
    } finally {
      form.classList.remove("is-busy");
      button.disabled = false;
    }
  });
})();
