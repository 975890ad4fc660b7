import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { answerWith, closePages, openPages } from '../people/test-application.tsx';
import { LoginPage } from './LoginPage.tsx';

afterEach(closePages);

it('asks for what is missing without asking the server', async () => {
  const commands: (string | null)[] = [];
  answerWith(({ cmd }) => {
    commands.push(cmd);
    return { data: { demo: { origin: 'http://localhost', title: 'Front Range', picker: false } } };
  });
  await openPages({ '/login': LoginPage }, '/login');
  const submit = await screen.findByRole('button', { name: 'Submit' });
  fireEvent.click(submit);
  await screen.findByText('Enter your username');
  screen.getByText('Enter your password');
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'admin' } });
  fireEvent.click(submit);
  expect(screen.queryByText('Enter your username')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(commands.filter(Boolean)).toEqual([]);
});
