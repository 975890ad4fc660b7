import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { answerWith, closePages, openPages } from '../../../testing/application.tsx';
import { chooseLanguage } from '../../platform/language.ts';
import { LoginPage } from './LoginPage.tsx';

const SignIn = () => <LoginPage dropSession={() => undefined} onEnter={async () => undefined} />;

afterEach(() => {
  closePages();
  chooseLanguage('en');
});

it('asks for what is missing without asking the server', async () => {
  const commands: (string | null)[] = [];
  answerWith(({ cmd }) => {
    commands.push(cmd);
    return { data: { demo: { origin: 'http://localhost', title: 'Front Range', picker: false } } };
  });
  await openPages({ '/login': SignIn }, '/login');
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

it.each([
  [
    'evv',
    'Elija una contraseña nueva',
    'Contraseña nueva',
    'La contraseña necesita al menos un número, una mayúscula y una minúscula, y 6 caracteres o más.',
  ],
  [
    'admin',
    'Choose a new password',
    'New password',
    'Error: Password must contain at least one number and one uppercase and lowercase letter, and at least 6 or more characters',
  ],
])(
  'speaks the language of the phone; at the first sign-in of %s says %s',
  async (role, title, label, weak) => {
    let wrong = true;
    answerWith(({ cmd }) => {
      if (cmd !== 'login')
        return { data: { demo: { origin: 'http://localhost', title: 'Front Range', picker: false } } };
      if (wrong) return { status: 401, Info: 'Wrong username or password!' };
      return {
        data: {
          uid: 7,
          current_id: 7,
          full_name: 'Ana Baca',
          role,
          evv_id: 3,
          reset_password: 1,
          first_page: 'people',
          must_enrol: 0,
        },
      };
    });
    await openPages({ '/login': SignIn }, '/login');
    fireEvent.click(await screen.findByRole('button', { name: 'Español' }));
    expect(document.documentElement.lang).toBe('es');
    fireEvent.change(screen.getByLabelText('Usuario'), { target: { value: 'ana' } });
    fireEvent.change(screen.getByLabelText('Contraseña'), { target: { value: 'guess' } });
    fireEvent.click(screen.getByRole('button', { name: 'Entrar' }));
    expect(await screen.findByText('¡Usuario o contraseña incorrectos!')).toBeTruthy();
    wrong = false;
    fireEvent.click(screen.getByRole('button', { name: 'Entrar' }));
    const dialog = await screen.findByRole('dialog', { name: title });
    const field = within(dialog).getByLabelText(label);
    fireEvent.change(field, { target: { value: 'short' } });
    fireEvent.submit(field);
    expect(await within(dialog).findByText(weak)).toBeTruthy();
  },
);

it('asks for the code without calling it missing before anybody typed', async () => {
  answerWith(({ cmd }) =>
    cmd === 'login'
      ? {
          status: 401,
          reason: 'codeRequired',
          Info: 'Enter the code.',
          errors: [{ field: 'code', message: 'Enter the code.' }],
        }
      : { data: { demo: { origin: 'http://localhost', title: 'Front Range', picker: false } } },
  );
  await openPages({ '/login': SignIn }, '/login');
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'ann' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Right-Pass-7' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findByLabelText('Code');
  expect(screen.queryByText('Enter your code')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Enter your code')).toBeTruthy();
});
