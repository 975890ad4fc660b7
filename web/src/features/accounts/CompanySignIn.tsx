import * as calls from '@homecare/domain/accounts/single-sign-on-contract.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import { useEffect, useRef, useState } from 'react';
import { companyAnswer, goToCompany, rememberCompany } from '../../platform/company-sign-in.ts';
import { perform, useTask } from '../../platform/form/use-action.ts';
import { Note } from '../../ui/Note.tsx';
import { PlainButton } from '../../ui/plain.tsx';
import { useSignInWords } from './sign-in-words.ts';

interface CompanySignInProps {
  /** The typed username. On a host with several agencies, its domain identifies the agency. */
  readonly username: string;
  /** The chosen site, which takes precedence over the domain; '' until one is chosen. */
  readonly site?: string | undefined;
  readonly onSignedIn: (values: OutputOf<typeof calls.finishSingleSignOn>) => void;
}

type Offer = OutputOf<typeof calls.getSingleSignOn>;

/** 'Sign in with your work account', if the agency's company has a sign-in service. */
export const CompanySignIn = ({ username, site, onSignedIn }: CompanySignInProps) => {
  const { words, translate } = useSignInWords();
  const [offer, setOffer] = useState<Offer>();
  const begun = useRef(false);
  const leaving = useTask(async () => {
    const chosen = site ? { site } : { address: username };
    const sent = await perform({ call: calls.beginSingleSignOn }, offer?.asksAddress ? chosen : {});
    return sent.ok ? goToCompany(sent.data.url) : sent.info;
  });
  const finishing = useTask(async (answer: string) => {
    const sent = await perform({ call: calls.finishSingleSignOn }, { answer });
    if (!sent.ok) return sent.info;
    rememberCompany();
    return onSignedIn(sent.data);
  });
  const { run } = finishing;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const answer = companyAnswer();
    if (answer !== undefined) void run(answer);
    void perform({ call: calls.getSingleSignOn }, {}).then((sent) => sent.ok && setOffer(sent.data));
  }, [run]);
  const trouble = leaving.refusal ?? finishing.refusal;
  if (!offer?.isOffered && !trouble && !finishing.pending) return null;
  return (
    <>
      {trouble && (
        <Note tone="danger" live>
          {translate(trouble)}
        </Note>
      )}
      <PlainButton pending={leaving.pending || finishing.pending} onClick={() => void leaving.run()}>
        {words.withCompany}
      </PlainButton>
    </>
  );
};
