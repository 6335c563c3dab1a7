// Sets the stored theme before anything is painted. A file of its own, so that a strict content security policy needs no inline script.
(() => {
  try {
    if (localStorage.getItem('bs-theme') === 'light') document.body.dataset.theme = 'light';
  } catch {
    // Storage is blocked: the default stays.
  }
})();
