import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pressMainByKey } from './main-key.ts';

beforeAll(pressMainByKey);
afterEach(() => document.body.replaceChildren());

const add = (
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
  parent: Element = document.body,
) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return parent.appendChild(element);
};

const filled = (parent?: Element, attributes: Readonly<Record<string, string>> = {}) => {
  const button = add('button', { 'data-variant': 'filled', ...attributes }, parent);
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  return pressed;
};

const press = (from: Element = document.body, more: KeyboardEventInit = {}) => {
  const init = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true, ...more };
  const event = new KeyboardEvent('keydown', init);
  from.dispatchEvent(event);
  return event.defaultPrevented;
};

const aWindow = () => add('div', { role: 'dialog', 'aria-modal': 'true' });

describe('Ctrl Enter', () => {
  it('presses the filled button of the page once, wherever the focus is', () => {
    const input = add('input');
    const other = add('button');
    const pressed = filled();
    expect(press(input)).toBe(true);
    expect(press(other)).toBe(true);
    expect(press(document.body, { ctrlKey: false, metaKey: true })).toBe(true);
    expect(pressed).toHaveBeenCalledTimes(3);
  });

  it('presses that of the window on top alone', () => {
    const ofPage = filled();
    const drawer = aWindow();
    const ofDrawer = filled(drawer);
    press(drawer);
    expect(ofDrawer).toHaveBeenCalledOnce();
    const ofQuestion = filled(aWindow());
    press(drawer);
    expect(ofQuestion).toHaveBeenCalledOnce();
    expect(ofDrawer).toHaveBeenCalledOnce();
    expect(ofPage).not.toHaveBeenCalled();
  });

  it('presses nothing behind a window that has no filled button', () => {
    const ofPage = filled();
    expect(press(aWindow())).toBe(false);
    expect(ofPage).not.toHaveBeenCalled();
  });

  it('presses that of the form in which somebody is, and none where two are as near', () => {
    const [first, second] = [add('form'), add('form')];
    const pressed = filled(first);
    const other = filled(second);
    press(add('input', {}, first));
    expect(pressed).toHaveBeenCalledOnce();
    expect(press()).toBe(false);
    expect(pressed).toHaveBeenCalledOnce();
    expect(other).not.toHaveBeenCalled();
  });

  it('leaves out buttons that cannot be pressed now and those out of sight', () => {
    const off = filled(undefined, { disabled: '' });
    const withReason = filled(undefined, { 'aria-disabled': 'true' });
    const hidden = filled(add('div', { style: 'display: none' }));
    expect(press()).toBe(false);
    const pressed = filled();
    expect(press()).toBe(true);
    expect(pressed).toHaveBeenCalledOnce();
    for (const one of [off, withReason, hidden]) expect(one).not.toHaveBeenCalled();
  });

  it('leaves links, menus, and what has the key for itself alone', () => {
    const pressed = filled();
    press(add('a', { href: '/schedule' }));
    press(add('button', {}, add('div', { role: 'menu' })));
    const box = add('input');
    box.addEventListener('keydown', (event) => event.preventDefault());
    press(box);
    expect(pressed).not.toHaveBeenCalled();
  });

  it('is one press while it is held down, and none with other keys', () => {
    const pressed = filled();
    press(document.body, { repeat: true });
    press(document.body, { ctrlKey: false });
    press(document.body, { shiftKey: true });
    press(document.body, { altKey: true });
    press(document.body, { key: ' ' });
    expect(pressed).not.toHaveBeenCalled();
  });
});
