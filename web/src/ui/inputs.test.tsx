import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DateBox, MaskBox, NO_DATE, NumberBox, TimeBox } from './inputs.tsx';

afterEach(cleanup);

const ControlledInput = ({ box }: { box: 'date' | 'time' | 'phone' }) => {
  const [value, setValue] = useState('');
  const shared = { label: 'Field', value, onChange: setValue };
  return (
    <MantineProvider env="test">
      {box === 'date' && <DateBox {...shared} />}
      {box === 'time' && <TimeBox {...shared} />}
      {box === 'phone' && <MaskBox mask="phone" {...shared} />}
      <output>{value}</output>
    </MantineProvider>
  );
};

const typed = (box: 'date' | 'time' | 'phone', text: string) => {
  render(<ControlledInput box={box} />);
  const input = screen.getByLabelText<HTMLInputElement>('Field');
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
  return { input, value: screen.getByRole('status').textContent };
};

describe('a date input', () => {
  it.each([
    ['04-04-1980', '1980-04-04', '04-04-1980'],
    ['4/4/1980', '1980-04-04', '04-04-1980'],
    ['04041980', '1980-04-04', '04-04-1980'],
  ])('reads %s', (text, value, shown) => {
    const result = typed('date', text);
    expect([result.value, result.input.value]).toEqual([value, shown]);
  });
  it('keeps text that is no date and says so', () => {
    const { input, value } = typed('date', '13-45-20');
    expect([value, input.value]).toEqual(['13-45-20', '13-45-20']);
    expect(screen.getByText(NO_DATE)).toBeDefined();
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });
  it('goes to the next day with PageDown, over the end of a month', () => {
    const { input } = typed('date', '02-28-2028');
    fireEvent.keyDown(input, { key: 'PageDown' });
    fireEvent.keyDown(input, { key: 'PageDown' });
    expect(input.value).toBe('03-01-2028');
    fireEvent.keyDown(input, { key: 'PageUp' });
    expect(input.value).toBe('02-29-2028');
  });
});

describe('a time input', () => {
  it.each([
    ['830', '08:30'],
    ['8:30', '08:30'],
    ['0830', '08:30'],
    ['23', '23:00'],
    ['830p', '20:30'],
    ['8:30 PM', '20:30'],
  ])('reads %s', (text, value) => expect(typed('time', text).value).toBe(value));
  it('shows what was read on a clock of 12 hours', () =>
    expect(typed('time', '2030').input.value).toBe('8:30 PM'));
  it('keeps text that is no time', () => expect(typed('time', '2570').input.value).toBe('2570'));
});

describe('a masked input', () => {
  it('drops a pasted +1', () => expect(typed('phone', '+1 (720) 220-2389').value).toBe('(720) 220-2389'));
});

describe('a number input', () => {
  const Amount = () => {
    const [value, setValue] = useState<number | string | null>(24.5);
    return (
      <MantineProvider env="test">
        <NumberBox label="Rate" value={value} onChange={setValue} decimals={2} />
        <output>{JSON.stringify(value)}</output>
      </MantineProvider>
    );
  };
  it.each([
    ['$1,638.5', '1638.5', '1638.50'],
    ['', 'null', ''],
    ['12x', '"12x"', '12x'],
  ])('reads %s', (text, value, shown) => {
    render(<Amount />);
    const input = screen.getByLabelText<HTMLInputElement>('Rate');
    fireEvent.change(input, { target: { value: text } });
    fireEvent.blur(input);
    expect([screen.getByRole('status').textContent, input.value]).toEqual([value, shown]);
  });
});
