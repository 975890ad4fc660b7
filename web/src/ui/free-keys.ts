/** Whether the page may use a key: the user is not typing, and no dialog is open. */
export const isFreeKey = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean => {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false;
  if (target instanceof HTMLElement)
    if (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]')) return false;
  return document.querySelector('[aria-modal=true]') === null;
};

/** The same for arrow keys, which menus, select lists, tabs and sliders use themselves and which change a selection with Shift. */
export const isFreeArrow = (event: KeyboardEvent): boolean =>
  isFreeKey(event) &&
  !event.shiftKey &&
  !(
    event.target instanceof HTMLElement &&
    event.target.closest('[role=menu], [role=listbox], [role=tablist], [role=slider], [aria-haspopup=menu]')
  );
