// What pages need beyond htmx. Texts come from the page, so that they are in the reader's language.
(() => {
  "use strict";

  const notices = document.getElementById("page-notices");

  function noticeShow(text, detail) {
    if (!notices) return;
    const notice = document.createElement("div");
    notice.className = "notice is-red";
    notice.textContent = detail ? `${text} (${detail})` : text;
    notices.replaceChildren(notice);
  }

  // htmx calls a refusal that was swapped a success; what was typed or chosen must outlive it.
  const isTakenIn = (event) => event.detail.xhr.status >= 200 && event.detail.xhr.status < 400;

  // Refusals of the application are written to be shown and carry a code; anything else (a proxy's page, a crash)
  // must not replace a part of this page, least of all one that polls.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.status < 400) return;
    const code = xhr.getResponseHeader("Koebo-Code");
    event.detail.shouldSwap = code !== null;
    event.detail.isError = code === null;
    if (code === null) noticeShow(notices.dataset.failed, String(xhr.status));
  });
  document.addEventListener("htmx:sendError", () => noticeShow(notices.dataset.unreachable));
  document.addEventListener("htmx:afterRequest", (event) => {
    if (isTakenIn(event) && notices) notices.replaceChildren();
  });

  // The switch of the language leads back to what is shown, also when a fragment changed the address since.
  document.addEventListener("htmx:replacedInHistory", (event) => {
    for (const next of document.querySelectorAll(".language-switch [name=next]")) next.value = event.detail.path;
  });

  // Uploads: progress while bytes travel; the chosen files stay chosen unless they were taken in.
  document.addEventListener("htmx:xhr:progress", (event) => {
    const bar = event.target.querySelector?.("progress[data-upload]");
    if (!bar || !event.detail.lengthComputable) return;
    bar.hidden = false;
    bar.max = event.detail.total;
    bar.value = event.detail.loaded;
    const isReceived = event.detail.loaded >= event.detail.total;
    const words = event.target.querySelector("[data-upload-words]");
    if (words) words.textContent = isReceived ? words.dataset.judging : words.dataset.sending;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest?.("form[data-upload-form]");
    if (!form) return;
    for (const bar of form.querySelectorAll("progress[data-upload]")) bar.hidden = true;
    for (const words of form.querySelectorAll("[data-upload-words]")) words.textContent = "";
    if (isTakenIn(event)) form.reset();
  });

  // A form that opened within a page closes there; what else was typed on the page stays.
  document.addEventListener("click", (event) => {
    const form = event.target.closest("[data-form-close]")?.closest("section");
    if (!form || !document.querySelector("#phoneme-form, #pronunciation-place")) return;
    event.preventDefault();
    const place = document.createElement("div");
    place.id = form.id;
    form.replaceWith(place);
  });

  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (!copy) return;
    const source = document.getElementById(copy.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
      copy.textContent = copy.dataset.copied;
    } catch {
      // Without a secure context there is no clipboard; the text can still be selected.
      getSelection().selectAllChildren(source);
    }
  });

  // A name suggests a slug until somebody has typed one.
  for (const slug of document.querySelectorAll("input[data-slug-of]")) {
    const name = document.getElementById(slug.dataset.slugOf);
    let isTouched = slug.value !== "";
    slug.addEventListener("input", () => { isTouched = true; });
    name?.addEventListener("input", () => {
      if (isTouched) return;
      slug.value = name.value.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
    });
  }

  // What was typed before htmx was ready, or put back by the browser on returning to the page, is previewed too.
  addEventListener("pageshow", () => setTimeout(() => {
    for (const text of document.querySelectorAll("textarea[data-preview]")) {
      if (text.value !== text.defaultValue) text.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }));

  for (const range of document.querySelectorAll("input[type=range]")) {
    const output = document.querySelector(`output[for="${range.id}"]`);
    const show = () => { if (output) output.value = Number(range.value).toFixed(2); };
    range.addEventListener("input", show);
    show();
  }
})();
