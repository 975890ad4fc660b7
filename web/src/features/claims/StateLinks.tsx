import { IconFiles, IconFileUpload, IconFileX, IconInbox, IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { smallIcon } from '../../ui/icons.ts';
import { useAnswers, useBatches, useDenials, usePreview, useProof } from './api.ts';
import { CLAIM_STATES, type ClaimState, pathOfState } from './claim-states.ts';
import classes from './StateLinks.module.css';
import {
  answerStateWords,
  denialWords,
  fileWords,
  proofStateWords,
  type StateWords,
  uploadWords,
} from './state-words.ts';

const LABELS = {
  upload: { label: 'Upload', icon: IconFileUpload },
  proof: { label: 'Proof', icon: IconShieldCheck },
  files: { label: 'Files', icon: IconFiles },
  answers: { label: 'Answers', icon: IconInbox },
  denials: { label: 'Denials', icon: IconFileX },
} as const satisfies Record<ClaimState, unknown>;

/** Uses the same queries as the panels start with, so that opening one loads nothing again. */
const useStateWords = (month: string): Record<ClaimState, StateWords | undefined> => {
  const preview = usePreview({ month, status: 'Billed', frequency: '1', unproven: 'leaveOut' }).data;
  const proof = useProof(month, 'Billed', null, true).data;
  const batches = useBatches().data;
  const answers = useAnswers().data;
  const denials = useDenials().data;
  return {
    upload: preview && uploadWords(preview),
    proof: proof && proofStateWords(proof),
    files: batches && fileWords(batches, month),
    answers: answers && answerStateWords(answers),
    denials: denials && denialWords(denials),
  };
};

/** The five states of the page, with the progress of each. */
export const StateLinks = ({ month }: { readonly month: string }) => {
  const words = useStateWords(month);
  return (
    <nav aria-label="Claims" className={classes.states}>
      {CLAIM_STATES.map((one) => {
        const { label, icon: Icon } = LABELS[one];
        const text = words[one];
        return (
          <Link key={one} to={pathOfState(one)} className={classes.state} activeOptions={{ exact: true }}>
            <span className={classes.name}>
              <Icon {...smallIcon} />
              {label}
              {text !== undefined && text.asks > 0 && (
                <b className={classes.asks}>{text.asks.toLocaleString('en-US')}</b>
              )}
            </span>
            <span className={classes.line}>{text?.line}</span>
          </Link>
        );
      })}
    </nav>
  );
};
