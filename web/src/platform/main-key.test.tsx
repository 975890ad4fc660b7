import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DataTable } from '../ui/DataTable.tsx';
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
  it('on a row of a table presses the filled button beside it and does not open the row', () => {
    const [opened, pressed] = [vi.fn(), vi.fn()];
    // Nothing is laid out here: without a width the table would be a list.
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
    render(
      <MantineProvider env="test">
        <DataTable
          label="Holdups"
          columns={[{ key: 'name', title: 'Name', cell: ({ name }) => name }]}
          rows={[{ name: 'Missing cards' }]}
          rowKey={({ name }) => name}
          rowName={({ name }) => name}
          listItem={({ name }) => ({ title: name })}
          onOpen={opened}
        />
        <button type="button" data-variant="filled" onClick={pressed}>
          Make cards
        </button>
      </MantineProvider>,
    );
    const row = screen.getByRole('row', { name: /Missing cards/ });
    row.focus();
    fireEvent.keyDown(row, { key: 'Enter', ctrlKey: true });
    fireEvent.keyDown(row, { key: 'Enter', metaKey: true });
    expect(pressed).toHaveBeenCalledTimes(2);
    expect(opened).not.toHaveBeenCalled();
    fireEvent.keyDown(row, { key: 'Enter' });
    expect(opened).toHaveBeenCalledOnce();
    cleanup();
    width.mockRestore();
  });

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
