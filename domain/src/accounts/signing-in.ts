// The account rules that the sign-in page needs, which is loaded before the application.

/** Messages for refused passwords (docs/rules/accounts.md, rule 3). */
export const WEAK_PASSWORD =
  'Error: Password must contain at least one number and one uppercase and lowercase letter, and at least 6 or more characters';
export const PASSWORDS_DIFFER = 'Error: Confirm password is not same';
export const COMMON_PASSWORD = 'This password is on the list of the most common ones. Choose another one.';

/** The minimum length of passwords, and the range in which a site can require more; 0 requires no more. */
export const PASSWORD_LENGTHS = { specified: 6, off: 0, least: 8, most: 15 } as const;
export const tooShortFor = (length: number) =>
  `Your agency asks for longer passwords: use at least ${length} characters.`;

/** Only shown to somebody who has proved that the account is theirs. */
export const SUSPENDED = 'Your account is suspended. Ask an admin of your agency to resume it.';

export const PASSWORD_EXPIRED = 'Your temporary password has expired. Ask an admin for a new one.';

export const WRONG_LOGIN = 'Wrong username or password!';
export const WRONG_PRESENT = 'The current password is not right.';
export const SAME_PASSWORD = 'Choose a password other than the current one.';
export const TOO_MANY_WRONG = 'Too many wrong passwords. Wait 15 minutes.';
export const TOO_MANY_SIGN_INS =
  'Too many wrong passwords. Wait 15 minutes, or ask an admin for a new password.';
export const CODE_NEEDED = 'Enter the code of your authenticator app.';
export const WRONG_CODE = 'This code is not right, or was used already. Wait for the next one.';

/** The first page after signing in. Caregivers get the phone page instead. */
export const FIRST_PAGES = ['today', 'people'] as const;
export type FirstPage = (typeof FIRST_PAGES)[number];

/** Session initials: the first letters of the first two words, or a single name as it is (docs/rules/accounts.md, rule 7). */
export const sessionInitials = (fullName: string) => {
  const [first = '', second] = fullName.trim().split(/\s+/);
  return second ? (first[0] ?? '') + (second[0] ?? '') : first;
};
