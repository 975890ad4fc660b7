import type { FieldError } from '../errors.ts';

/** Specification part 1, section 5, 'Login and password'. */
export const WEAK_PASSWORD =
  'Error: Password must contain at least one number and one uppercase and lowercase letter, and at least 6 or more characters';
export const PASSWORDS_DIFFER = 'Error: Confirm password is not same';
export const COMMON_PASSWORD = 'This password is on the list of the most common ones. Choose another one.';

// The usual first guesses that also satisfy the letter, case and digit rule, compared without case (ASVS 6.2.4).
const COMMON = new Set(
  (
    'password1 passw0rd p4ssword passw0rd1 password12 password123 password1234 qwerty1 qwerty12 qwerty123 qwerty1234 ' +
    'abc123 abcd1234 abc12345 a123456 a1234567 aa123456 a12345678 abcdef1 admin1 admin12 admin123 admin1234 adm1nistrator ' +
    'welcome1 welcome12 welcome123 letmein1 letmein123 iloveyou1 iloveyou2 monkey1 monkey123 dragon1 dragon123 sunshine1 ' +
    'princess1 football1 baseball1 superman1 batman1 master1 master123 michael1 jordan23 jennifer1 charlie1 shadow1 ' +
    'summer1 summer2024 summer2025 summer2026 winter1 winter2024 winter2025 winter2026 spring2025 spring2026 fall2025 fall2026 ' +
    'autumn2025 autumn2026 hello1 hello123 login123 test123 test1234 user1234 guest123 changeme1 changeme123 secret1 secret123 ' +
    'temp1234 temp123 homecare1 homecare123 caregiver1 nurse123 colorado1 denver1 denver123 broncos1 asdf1234 zxcvbn1 zaq12wsx ' +
    'qazwsx1 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 pass123 pass1234 pa55word pa55w0rd trustno1 whatever1 ashley1 bailey1 ' +
    'access14 mustang1 jesus1 freedom1 ninja1 azerty1 azerty123 google1 computer1 internet1 samsung1 starwars1 pokemon1'
  ).split(' '),
);

/** The rule for every permanent password. An empty list means it is accepted. */
export const checkNewPassword = (password: string, confirmation: string): FieldError[] => {
  const shaped =
    /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password) && password.length >= 6;
  if (!shaped) return [{ field: 'password', message: WEAK_PASSWORD }];
  if (COMMON.has(password.toLowerCase())) return [{ field: 'password', message: COMMON_PASSWORD }];
  if (password !== confirmation) return [{ field: 'confirmation', message: PASSWORDS_DIFFER }];
  return [];
};

const MINIMUM = 3;
const TOO_SHORT = 'Field must be more than 3 characters';

/** The account form (part 3, section 5): its password is a temporary one, so only its length and the list count. */
export const checkNewAccount = (account: {
  full_name: string;
  login: string;
  password: string;
}): FieldError[] => {
  const required = (field: 'full_name' | 'login' | 'password', missing: string): FieldError[] => {
    const { length } = account[field].trim();
    if (length === 0) return [{ field, message: missing }];
    return length < MINIMUM ? [{ field, message: TOO_SHORT }] : [];
  };
  return [
    ...required('full_name', 'Field is required'),
    ...required('login', 'Field is required'),
    ...required('password', 'Password is required'),
    ...(COMMON.has(account.password.toLowerCase()) ? [{ field: 'password', message: COMMON_PASSWORD }] : []),
  ];
};

/** Session initials: first letters of the first and second words, or the single name itself (part 1, section 2). */
export const sessionInitials = (fullName: string) => {
  const [first = '', second] = fullName.trim().split(/\s+/);
  return second ? (first[0] ?? '') + (second[0] ?? '') : first;
};

/** Stored initials of an account: 'Ann Lee' → 'A.L.' (part 3, section 5). */
export const accountInitials = (fullName: string) =>
  fullName
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${word[0]?.toUpperCase()}.`)
    .join('');

/** Logins are compared and stored without case; only ASCII letters fold, so no two logins look alike after folding. */
export const foldLogin = (login: string) => login.trim().replace(/[A-Z]/g, (c) => c.toLowerCase());
