import { SIGN_IN_MINUTES } from '@homecare/domain/family/rules.ts';
import { type FormEvent, useState } from 'react';
import { perform, useAction, useTask } from '../../platform/form/use-action.ts';
import { useFaults } from '../../platform/form/use-faults.ts';
import { useLanguage } from '../../platform/language.ts';
import { Note } from '../../ui/Note.tsx';
import { PlainButton, PlainInput } from '../../ui/plain.tsx';
import { answerByPasskey, hasPasskeys } from '../accounts/browser-passkeys.ts';
import classes from './family.module.css';
import { ASK_LINK, BEGIN_SIGN_IN, comeIn, SIGN_IN } from './page-api.ts';
import { useFamilyWords } from './page-words.ts';

const WithPasskey = () => {
  const { words, translate } = useFamilyWords();
  const opening = useTask(async () => {
    const question = await perform(BEGIN_SIGN_IN, {});
    if (!question.ok) return question.info;
    const passkey = await answerByPasskey(question.data);
    if (!passkey) return words.noPasskey;
    const sent = await perform(SIGN_IN, { passkey });
    return sent.ok ? comeIn() : sent.info;
  });
  if (!hasPasskeys()) return null;
  return (
    <>
      {opening.refusal && (
        <Note tone="danger" live>
          {translate(opening.refusal)}
        </Note>
      )}
      <PlainButton pending={opening.pending} onClick={() => void opening.run()}>
        {words.withPasskey}
      </PlainButton>
      <p className={classes.quiet}>{words.orLink}</p>
    </>
  );
};

/** Nobody is signed in here: a passkey, or a link that is mailed to the address of an invitation. */
export const FamilySignIn = () => {
  const { words, translate } = useFamilyWords();
  const language = useLanguage();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const faults = useFaults(email);
  const ask = useAction({ ...ASK_LINK, onDone: () => setSent(true), onRefused: faults.show });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === '')
      return faults.show({ errors: [{ field: 'email', message: words.emailMissing }], info: '' });
    setSent(false);
    void ask.run({ email, language });
  };
  return (
    <section className={classes.card} aria-label={words.title}>
      <h1 className={classes.title}>{words.title}</h1>
      <p className={classes.lead}>{words.lead}</p>
      <WithPasskey />
      <form className={classes.form} onSubmit={submit} noValidate>
        <PlainInput
          label={words.email}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          value={email}
          error={faults.errorOf('email')}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setSent(false);
          }}
        />
        <PlainButton type="submit" variant="filled" pending={ask.pending}>
          {words.sendLink}
        </PlainButton>
      </form>
      {faults.refusal && (
        <Note tone="danger" live>
          {translate(faults.refusal)}
        </Note>
      )}
      {isSent && (
        <Note tone="ok" live>
          {words.linkSent(SIGN_IN_MINUTES)}
        </Note>
      )}
      <p className={classes.quiet}>{words.notInvited}</p>
    </section>
  );
};
