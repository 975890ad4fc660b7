import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DateField, ReadOnlyFields, TextField } from './fields.tsx';
import { RefusalNote, SaveBar, SectionList, useBarHeight } from './form.tsx';

afterEach(cleanup);

const Form = ({ onSave, readOnly = false }: { onSave: () => void; readOnly?: boolean }) => {
  const form = useForm({ defaultValues: { City: 'Aurora', 'SSI #': '', DOB: '1980-04-04' } });
  return (
    <MantineProvider env="test">
      <FormProvider {...form}>
        <ReadOnlyFields on={readOnly}>
          <TextField name="City" label="City" allow={/[A-Za-z.\- ]/} />
          <TextField name="SSI #" label="SSI #" />
          <DateField name="DOB" label="DOB" />
        </ReadOnlyFields>
        <SaveBar
          problems={[
            { name: 'SSI #', label: 'SSI #' },
            { name: 'City', label: 'City' },
          ]}
          changed={['City']}
          onSave={onSave}
          onCancel={() => undefined}
        />
      </FormProvider>
    </MantineProvider>
  );
};

const Bar = ({ high }: { readonly high: number }) => {
  const bar = useBarHeight();
  const measured = (box: HTMLDivElement | null) => {
    if (box) Object.defineProperty(box, 'offsetHeight', { value: high });
    bar.current = box;
  };
  return <div ref={measured} />;
};

describe('the save bar', () => {
  it('of a drawer counts while it is open, and then that of the page again', () => {
    const height = () => document.documentElement.style.getPropertyValue('--save-bar');
    const { rerender, unmount } = render(<Bar key="page" high={60} />);
    expect(height()).toBe('60px');
    const page = <Bar key="page" high={60} />;
    rerender([page, <Bar key="drawer" high={84} />]);
    expect(height()).toBe('84px');
    rerender([page]);
    expect(height()).toBe('60px');
    unmount();
    expect(height()).toBe('');
  });

  it('counts the fields and leads from one to the next', () => {
    render(<Form onSave={() => undefined} />);
    expect(screen.getByText('2 fields need attention')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Next: SSI #' }));
    expect(document.activeElement).toBe(screen.getByLabelText('SSI #'));
    fireEvent.click(screen.getByRole('button', { name: 'Next: City' }));
    expect(document.activeElement).toBe(screen.getByLabelText('City'));
  });
  it('saves with Ctrl S', () => {
    const save = vi.fn();
    render(<Form onSave={save} />);
    fireEvent.keyDown(document, { key: 's', ctrlKey: true });
    expect(save).toHaveBeenCalledOnce();
  });
});

describe('fields', () => {
  it('take in only the characters that may be in them', () => {
    render(<Form onSave={() => undefined} />);
    const city = screen.getByLabelText<HTMLInputElement>('City');
    fireEvent.change(city, { target: { value: 'St. Mary-5<b>' } });
    expect(city.value).toBe('St. Mary-b');
  });
  it('are plain text in Show mode', () => {
    render(<Form onSave={() => undefined} readOnly />);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('04-04-1980')).toBeDefined();
    expect(screen.getByText('–')).toBeDefined();
  });
});

describe('the section list', () => {
  it('says how many errors a section has', () => {
    render(<SectionList sections={[{ id: 'a', title: 'Identity', errors: 2 }]} />);
    expect(screen.getByRole('button', { name: 'Identity 2 errors' })).toBeDefined();
  });
});

it('a refusal comes into view, however far down the form was when it was saved', () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const note = (info?: string) => (
    <MantineProvider env="test">
      <RefusalNote info={info} />
    </MantineProvider>
  );
  const { rerender } = render(note());
  expect(scrolled).not.toHaveBeenCalled();
  rerender(note('Changed by M.R.'));
  expect(screen.getByRole('alert').textContent).toBe(
    'Not saved. Changed by M.R. Your changes are still here.',
  );
  expect(scrolled).toHaveBeenCalledTimes(1);
  scrolled.mockRestore();
});
