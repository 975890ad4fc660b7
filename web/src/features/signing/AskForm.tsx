import {
  SIGNER_ROLES,
  SIGNER_WORDS,
  type SignedSubject,
  type SignerRole,
} from '@homecare/domain/signing/schema.ts';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { ASK } from './api.ts';
import classes from './Signing.module.css';

interface AskFormProps {
  readonly subject: SignedSubject;
  /** Who was not asked yet for the present version. */
  readonly roles: readonly SignerRole[];
}

/** Asks for signatures on the record as it is now. */
export const AskForm = ({ subject, roles }: AskFormProps) => {
  const [left, setLeft] = useState<readonly SignerRole[]>([]);
  const ask = useAction(ASK);
  const chosen = SIGNER_ROLES.filter((role) => roles.includes(role) && !left.includes(role));
  const turn = (role: SignerRole) =>
    setLeft(left.includes(role) ? left.filter((one) => one !== role) : [...left, role]);
  return (
    <div className={classes.ask}>
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={SIGNER_WORDS[role]}
          checked={chosen.includes(role)}
          onChange={() => turn(role)}
        />
      ))}
      <Button
        variant="filled"
        loading={ask.pending}
        disabled={chosen.length === 0}
        onClick={() => void ask.run({ ...subject, roles: chosen })}
      >
        Ask for signatures
      </Button>
    </div>
  );
};
