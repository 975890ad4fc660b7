import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it } from 'vitest';
import { DateField, TextField } from './fields.tsx';
import { NO_DATE } from './inputs.tsx';

afterEach(cleanup);

const message = 'Last name is required';

const Form = () => {
  const form = useForm({
    defaultValues: { LastName: '', DOB: '' },
    mode: 'onTouched',
    resolver: (values) =>
      values.LastName
        ? { values, errors: {} }
        : { values: {}, errors: { LastName: { type: 'rule', message } } },
  });
  return (
    <MantineProvider env="test">
      <FormProvider {...form}>
        <TextField name="LastName" label="Last name" />
        <DateField name="DOB" label="DOB" />
        <button type="button">Elsewhere</button>
      </FormProvider>
    </MantineProvider>
  );
};
const lastName = () => screen.getByLabelText('Last name');
const elsewhere = () => screen.getByRole('button', { name: 'Elsewhere' });

/** A mouse button that is held down, as long as a hand needs. */
const press = async (leave: () => void) => {
  fireEvent.pointerDown(elsewhere());
  leave();
  await new Promise((resolve) => setTimeout(resolve, 20));
};
const release = () => {
  fireEvent.pointerUp(elsewhere());
  fireEvent.click(elsewhere());
};

describe('a message that a blur brings', () => {
  it('waits until the pointer is up, so that the click meets what it was aimed at', async () => {
    render(<Form />);
    await press(() => fireEvent.blur(lastName()));
    expect(screen.queryByText(message)).toBeNull();
    release();
    await screen.findByText(message);
  });

  it('is at once when the field is left with the keyboard', async () => {
    render(<Form />);
    fireEvent.blur(lastName());
    await screen.findByText(message);
  });

  it('waits for a text that is no date too, and after a press that ends without a click', async () => {
    render(<Form />);
    const date = screen.getByLabelText('DOB');
    fireEvent.change(date, { target: { value: '13-45-20' } });
    await press(() => fireEvent.blur(date));
    expect(screen.queryByText(NO_DATE)).toBeNull();
    fireEvent.pointerCancel(elsewhere());
    await screen.findByText(NO_DATE);
  });
});
