// A text that is there to be copied is selected as a whole when it gets the focus.

document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && "selectAll" in target.dataset) target.select();
});
