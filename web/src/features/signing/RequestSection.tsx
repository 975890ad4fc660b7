import { SIGNER_WORDS, type Signer, type SigningRequest } from '@homecare/domain/signing/schema.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconSend, IconX } from '@tabler/icons-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon, rowIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { SignaturePicture } from '../../ui/SignaturePad.tsx';
import { openSaved } from '../plan-documents/api.ts';
import classes from './Signing.module.css';
import { changedWords, requestTitle, signerWords } from './signing-words.ts';

export interface SignerActions {
  readonly onSend: (signer: Signer) => void;
  readonly onTakeBack: (signer: Signer) => void;
}

interface SignerRowProps extends SignerActions {
  readonly signer: Signer;
  readonly zone: string;
  /** Whether it can still be signed. */
  readonly isOpen: boolean;
}

const SignerRow = ({ signer, zone, isOpen, onSend, onTakeBack }: SignerRowProps) => {
  const { role, name, link, signature } = signer;
  const who = `${SIGNER_WORDS[role]} ${signature?.name ?? name}`;
  return (
    <li className={classes.signer}>
      <div className={classes.words}>
        <div className={classes.name}>{who}</div>
        <div className={classes.sub}>{signerWords(signer, zone)}</div>
      </div>
      {signature?.ink && <SignaturePicture ink={signature.ink} name={signature.name} />}
      {isOpen && !signature && (
        <>
          <Button
            size="compact-md"
            leftSection={<IconSend {...menuIcon} />}
            aria-label={`Send a link to ${who}`}
            onClick={() => onSend(signer)}
          >
            {link === 'none' ? 'Send link…' : 'Send new link…'}
          </Button>
          {link !== 'withdrawn' && (
            <IconButton
              label={`Take back the request to ${who}`}
              danger
              icon={<IconX {...rowIcon} />}
              onClick={() => onTakeBack(signer)}
            />
          )}
        </>
      )}
    </li>
  );
};

interface RequestSectionProps extends SignerActions {
  readonly request: SigningRequest;
  readonly zone: string;
}

/** One version of the record with who signed it and who is to sign. */
export const RequestSection = ({ request, zone, ...actions }: RequestSectionProps) => {
  const { savedId, isChanged, signers } = request;
  const title = requestTitle(request, zone);
  return (
    <section className={classes.request} aria-label={title}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {savedId !== null && (
          <Button
            size="compact-md"
            leftSection={<IconDownload {...menuIcon} />}
            onClick={() => openSaved(savedId)}
          >
            Open sealed PDF
          </Button>
        )}
      </div>
      {isChanged && <Note tone="warn">{changedWords(request)}</Note>}
      <ul className={classes.signers}>
        {signers.map((signer) => (
          <SignerRow key={signer.id} signer={signer} zone={zone} isOpen={!isChanged} {...actions} />
        ))}
      </ul>
    </section>
  );
};
