// Texts of the sign-in page, which is shown before the application has loaded.
export const signIn = {
  signIn: 'Sign in',
  nameOfOffice: 'Sign in with the username from your agency.',
  oneMore: (name: string) => `Your password is right, ${name}. One more step.`,
  withPasskey: 'Sign in with a passkey',
  withCompany: 'Sign in with your work account',
  orPassword: 'or with your password',
  noPasskey: 'No passkey was used. Try again, or sign in with your password.',
  username: 'Username',
  enterUsername: 'Enter your username',
  password: 'Password',
  enterPassword: 'Enter your password',
  showPassword: 'Show password',
  database: 'Database',
  chooseDatabase: 'Choose a database',
  submit: 'Submit',
  back: 'Back',
  forgotten: 'Forgot your password? Ask an admin of your agency for a new temporary one.',
  lostPhone:
    'Lost your phone? Use a recovery code, or ask an admin of your agency to remove your two-step sign-in.',
  code: 'Code',
  enterCode: 'Enter your code',
  anyCode: 'Six digits from your app, or a recovery code.',
};
export type SignInWords = typeof signIn;
