/** Whether a key is free for the page: nothing is typed in, and no dialog has it. */
export const isFreeKey = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean => {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false;
  if (target instanceof HTMLElement)
    if (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]')) return false;
  return document.querySelector('[aria-modal=true]') === null;
};

/** The same of an arrow, which menus, lists of choices, tabs and sliders have for themselves, and which moves a selection with Shift. */
export const isFreeArrow = (event: KeyboardEvent): boolean =>
  isFreeKey(event) &&
  !event.shiftKey &&
  !(
    event.target instanceof HTMLElement &&
    event.target.closest('[role=menu], [role=listbox], [role=tablist], [role=slider], [aria-haspopup=menu]')
  );
