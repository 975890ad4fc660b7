import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catchStrayClicks } from './stray-clicks.ts';

catchStrayClicks();

const add = (tag: string, parent: Element = document.body, role?: string) => {
  const element = document.createElement(tag);
  if (role) element.setAttribute('role', role);
  return parent.appendChild(element);
};
let now = 0;
const click = (target: Element, { after = 150, x = 100, y = 100, detail = 1, by = 'mouse' } = {}) => {
  now += after;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: y, detail });
  Object.defineProperties(event, { timeStamp: { value: now }, pointerType: { value: by } });
  target.dispatchEvent(event);
  if (detail === 2) target.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, cancelable: true }));
};
beforeEach(() => {
  now += 10_000;
});
afterEach(() => document.body.replaceChildren());

/** A dialog over a row, whose button closes it. */
const dialogOverRow = () => {
  const row = add('button');
  const edit = vi.fn();
  row.addEventListener('click', edit);
  row.addEventListener('dblclick', edit);
  const dialog = add('div', document.body, 'dialog');
  const save = add('button', dialog);
  save.addEventListener('click', () => dialog.remove());
  return { row, edit, dialog, save };
};

describe('a double click on the button that closes a dialog', () => {
  it('does not reach the row that lay under the dialog, nor does a third click', () => {
    const { row, edit, save } = dialogOverRow();
    click(save);
    click(row, { detail: 2 });
    click(row, { detail: 3 });
    expect(edit).not.toHaveBeenCalled();
  });
  it('is known by its pace where it is a double tap', () => {
    const { row, edit, save } = dialogOverRow();
    click(save, { by: 'touch' });
    click(row, { by: 'touch' });
    expect(edit).not.toHaveBeenCalled();
    click(row, { by: 'touch', after: 600 });
    expect(edit).toHaveBeenCalledTimes(1);
  });
  it('leaves alone who clicks once more, elsewhere, or by key', () => {
    const { row, edit, save } = dialogOverRow();
    click(save);
    click(row);
    expect(edit).toHaveBeenCalledTimes(1);
    const second = dialogOverRow();
    click(second.save, { by: 'touch' });
    click(second.row, { by: 'touch', x: 300 });
    expect(second.edit).toHaveBeenCalledTimes(1);
    const third = dialogOverRow();
    click(third.save);
    click(third.row, { detail: 0 });
    expect(third.edit).toHaveBeenCalledTimes(1);
  });
});

describe('a double click on the button that opens a dialog', () => {
  it('does not press what the dialog has there', () => {
    const archive = vi.fn();
    const open = add('button');
    open.addEventListener('click', () =>
      add('button', add('div', document.body, 'dialog')).addEventListener('click', archive),
    );
    click(open);
    click(document.querySelector('[role=dialog] button') ?? open, { detail: 2 });
    expect(archive).not.toHaveBeenCalled();
  });
  it('still clicks twice where nothing came between', () => {
    const pressed = vi.fn();
    const button = add('button');
    button.addEventListener('click', pressed);
    click(button);
    click(button, { detail: 2 });
    expect(pressed).toHaveBeenCalledTimes(2);
  });
});
