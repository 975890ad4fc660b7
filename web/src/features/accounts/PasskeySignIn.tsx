import * as calls from '@homecare/domain/accounts/passkey-contract.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import { REASONS } from '@homecare/domain/errors.ts';
import { perform, useTask } from '../../platform/form/use-action.ts';
import { Note } from '../../ui/Note.tsx';
import { PlainButton } from '../../ui/plain.tsx';
import { answerByPasskey, hasPasskeys } from './browser-passkeys.ts';
import classes from './login.module.css';
import { useSignInWords } from './sign-in-words.ts';

export interface PasskeySignInProps {
  /** The chosen site, if the origin serves several. */
  readonly site?: string | undefined;
  readonly isSiteMissing?: boolean;
  /** Login of the ended session; other accounts are refused. */
  readonly login?: string;
  readonly onSignedIn: (values: OutputOf<typeof calls.signInWithPasskey>) => void;
}

/** The first choice at sign-in: without typing, by the lock of the phone or computer. */
export const PasskeySignIn = ({ site, isSiteMissing, login, onSignedIn }: PasskeySignInProps) => {
  const { words, translate } = useSignInWords();
  const signingIn = useTask(async () => {
    if (isSiteMissing) return REASONS.unknownSite.info;
    const chosen = site === undefined ? {} : { site };
    const question = await perform({ call: calls.beginPasskeySignIn }, chosen);
    if (!question.ok) return question.info;
    const passkey = await answerByPasskey(question.data);
    if (!passkey) return words.noPasskey;
    const sent = await perform(
      { call: calls.signInWithPasskey },
      { ...chosen, ...(login !== undefined && { login }), passkey },
    );
    return sent.ok ? onSignedIn(sent.data) : sent.info;
  });
  if (!hasPasskeys()) return null;
  return (
    <div className={classes.passkey}>
      {signingIn.refusal && (
        <Note tone="danger" live>
          {translate(signingIn.refusal)}
        </Note>
      )}
      <PlainButton pending={signingIn.pending} onClick={() => void signingIn.run()}>
        {words.withPasskey}
      </PlainButton>
      <p className={classes.or}>{words.orPassword}</p>
    </div>
  );
};
