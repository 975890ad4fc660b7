import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyForm, weekOf } from './plan-form.ts';
import { usePlanForm } from './use-plan-form.ts';
import { WeekGrid } from './WeekGrid.tsx';

const items = {
  pcItems: [{ Name: 'Bathing' }, { Name: 'Dressing' }],
  hmItems: [{ Name: 'Laundry' }],
};

const NEW = emptyForm('2026-11-20');
const itemsOf = () => items;
const Grid = () => {
  const plan = usePlanForm(NEW, undefined, itemsOf);
  return (
    <MantineProvider env="test">
      <WeekGrid
        cells={plan.form.cells}
        week={weekOf(plan.form.cells, items)}
        items={items}
        typeKey="PC"
        marks={{}}
        wrong={new Set()}
        canUndoRefresh={plan.overwritten !== undefined}
        actions={plan.actions}
      />
    </MantineProvider>
  );
};

const cell = (name: string): HTMLInputElement => screen.getByRole('textbox', { name });
const enter = (name: string, text: string) => {
  fireEvent.change(cell(name), { target: { value: text } });
  fireEvent.blur(cell(name));
};
const balance = () =>
  [...screen.getByRole('row', { name: /^Tasks \/ visit length/ }).querySelectorAll('td')].map(
    (one) => one.textContent,
  );

afterEach(cleanup);

describe('the week', () => {
  it('reads 830 as 08:30 and ends the visit after its tasks', () => {
    render(<Grid />);
    enter('Time In, Monday', '830');
    enter('Bathing minutes, Monday', '45');
    enter('Laundry minutes, Monday', '30');
    expect(cell('Time In, Monday').value).toBe('08:30');
    expect(balance()[0]).toBe('1:15 / 0:00no times');
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Time' }));
    expect(cell('Time Out, Monday').value).toBe('09:45');
    expect(balance()[0]).toBe('1:15 / 1:15');
  });

  it('takes back what Refresh Time wrote over a typed time, and leaves what was typed since', () => {
    render(<Grid />);
    const undo = () => screen.queryByRole('button', { name: 'Undo' });
    for (const day of ['Monday', 'Tuesday', 'Wednesday']) {
      enter(`Time In, ${day}`, '830');
      enter(`Bathing minutes, ${day}`, '45');
    }
    enter('Time Out, Monday', '1000');
    enter('Time Out, Tuesday', '1100');
    expect(undo()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Time' }));
    const out = () => ['Monday', 'Tuesday', 'Wednesday'].map((day) => cell(`Time Out, ${day}`).value);
    expect(out()).toEqual(['09:15', '09:15', '09:15']);
    enter('Time Out, Tuesday', '1200');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(out()).toEqual(['10:00', '12:00', '']);
    expect(undo()).toBeNull();
  });

  it('reads the half of the day and cuts nothing that is typed', () => {
    render(<Grid />);
    expect(cell('Time In, Monday').maxLength).toBe(-1);
    enter('Time In, Monday', '8:30 pm');
    enter('Time Out, Monday', '12:15 am');
    expect([cell('Time In, Monday').value, cell('Time Out, Monday').value]).toEqual(['20:30', '00:15']);
    enter('Time Out, Monday', 'half past nine');
    expect(cell('Time Out, Monday').value).toBe('half past nine');
  });

  it('says how much is missing or too much', () => {
    render(<Grid />);
    enter('Time In, Friday', '9');
    enter('Time Out, Friday', '1030');
    enter('Bathing minutes, Friday', '60');
    expect(balance()[4]).toBe('1:00 / 1:300:30 missing');
    enter('Dressing minutes, Friday', '45');
    expect(balance()[4]).toBe('1:45 / 1:300:15 too much');
  });

  it('copies a cell to the right-hand days with Ctrl D', () => {
    render(<Grid />);
    enter('Travel Time minutes, Thursday', '20');
    fireEvent.keyDown(cell('Travel Time minutes, Thursday'), { key: 'd', ctrlKey: true });
    expect(cell('Travel Time minutes, Wednesday').value).toBe('');
    expect(cell('Travel Time minutes, Sunday').value).toBe('20');
  });

  it('copies a day to the empty workdays, and to those that are ticked', () => {
    render(<Grid />);
    enter('Time In, Monday', '8a');
    enter('Time Out, Monday', '845');
    enter('Bathing minutes, Monday', '45');
    enter('Time In, Wednesday', '9');
    fireEvent.click(screen.getByRole('button', { name: 'Copy Monday to other days' }));
    const ticked = () =>
      screen
        .getAllByRole<HTMLInputElement>('checkbox')
        .flatMap((box) => (box.checked ? [box.labels?.[0]?.textContent?.trim()] : []));
    expect(ticked()).toEqual(['Tuesday', 'Thursday', 'Friday']);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Wednesday replaces 09:00 to –' }));
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(balance()).toEqual([...Array(5).fill('0:45 / 0:45'), '–', '–', '3:45']);
    expect(screen.getByText(/^Monday copied to/).textContent).toBe(
      'Monday copied to Tuesday, Wednesday, Thursday, Friday',
    );
  });

  it('goes down the day by Tab, then to the next day, and by Shift Tab back', () => {
    render(<Grid />);
    const tab = (shiftKey = false) => {
      const from = document.activeElement;
      if (from) fireEvent.keyDown(from, { key: 'Tab', shiftKey });
      return document.activeElement?.getAttribute('aria-label');
    };
    screen.getByRole('button', { name: 'Refresh Time' }).focus();
    expect(tab()).toBe('Time In, Monday');
    expect([tab(), tab(), tab(), tab(), tab()]).toEqual([
      'Time Out, Monday',
      'Travel Time minutes, Monday',
      'Bathing minutes, Monday',
      'Dressing minutes, Monday',
      'Laundry minutes, Monday',
    ]);
    expect(tab()).toBe('Time In, Tuesday');
    expect(tab(true)).toBe('Laundry minutes, Monday');
    enter('Travel Time minutes, Monday', '10');
    cell('Laundry minutes, Monday').focus();
    expect(tab()).toBe('Copy Monday to other days');
    expect(tab()).toBe('Time In, Tuesday');
  });

  it('moves by Enter and arrows, over the heads of sections, and never submits', () => {
    const submitted = vi.fn();
    render(
      <form onSubmit={submitted}>
        <Grid />
      </form>,
    );
    cell('Travel Time minutes, Tuesday').focus();
    fireEvent.keyDown(cell('Travel Time minutes, Tuesday'), { key: 'Enter' });
    expect(document.activeElement).toBe(cell('Bathing minutes, Tuesday'));
    fireEvent.keyDown(cell('Bathing minutes, Tuesday'), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(cell('Bathing minutes, Wednesday'));
    fireEvent.keyDown(cell('Bathing minutes, Wednesday'), { key: 'ArrowUp' });
    expect(document.activeElement).toBe(cell('Travel Time minutes, Wednesday'));
    expect(submitted).not.toHaveBeenCalled();
  });

  it('folds to the items with minutes and keeps a line that is emptied while folded', () => {
    render(<Grid />);
    enter('Dressing minutes, Monday', '15');
    fireEvent.click(screen.getByRole('button', { name: 'Show items with minutes' }));
    expect(screen.queryByRole('textbox', { name: 'Bathing minutes, Monday' })).toBeNull();
    enter('Dressing minutes, Monday', '');
    expect(cell('Dressing minutes, Monday').value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Show all 2 items' }));
    expect(cell('Bathing minutes, Monday')).toBeDefined();
  });
});
