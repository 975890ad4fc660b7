import { payerLabel } from './PayerPanel.tsx';
import { labelOf } from './site-form.ts';

const OF: Readonly<Record<string, string>> = {
  sitePayer: 'Payer',
  'connection.addresses': 'Address provider',
  'connection.textMessages': 'Text messages',
  'connection.mail': 'E-mail',
  'connection.aggregator': 'Sandata',
  'connection.signIn': 'Single sign-on',
};
const WORDS: Readonly<Record<string, string>> = {
  logo: 'Logo',
  state: 'State',
  note: 'Update note',
  secret: 'token, key or password',
  test: 'Test connection',
  'plan.overridePassword': 'Plan override password',
  secondFactor: 'Two-step sign-in of admins and Managers',
};

/** Label of a pay category, whose log entry names the changed part as well. */
const categoryLabel = (name: string) =>
  name === 'name' ? 'Pay category' : `Pay category ${name.replace(/ retired$/, ': retired')}`;

/** 'sitePayer/npi' → 'Payer: NPI'. */
export const settingLabel = (field: string): string => {
  const at = field.indexOf('/');
  const [entity, name] = [field.slice(0, at), field.slice(at + 1)];
  if (entity === 'payCategory') return categoryLabel(name);
  const words = WORDS[name] ?? (entity === 'sitePayer' ? payerLabel(name) : labelOf(name));
  const of = OF[entity];
  return of === undefined ? words : `${of}: ${words}`;
};
