import { showStamp } from '@homecare/domain/calendar.ts';
import { perform, useAction, useTask } from '../../platform/form/use-action.ts';
import { Note } from '../../ui/Note.tsx';
import { PlainButton } from '../../ui/plain.tsx';
import { hasPasskeys, makePasskey } from '../accounts/browser-passkeys.ts';
import classes from './family.module.css';
import { ADD_PASSKEY, BEGIN_PASSKEY, REMOVE_PASSKEY, usePasskeys } from './page-api.ts';
import { useFamilyWords } from './page-words.ts';

/** The devices that open the page by their own lock. */
export const FamilyPasskeys = ({ zone }: { readonly zone: string }) => {
  const { words, translate } = useFamilyWords();
  const { data = [] } = usePasskeys();
  const remove = useAction(REMOVE_PASSKEY);
  const adding = useTask(async () => {
    const offer = await perform(BEGIN_PASSKEY, {});
    if (!offer.ok) return offer.info;
    const passkey = await makePasskey(offer.data, { here: false });
    if (passkey === 'known') return words.passkeyKnown;
    if (!passkey) return words.noPasskey;
    const sent = await perform(ADD_PASSKEY, { name: words.thisDevice, passkey });
    return sent.ok ? undefined : sent.info;
  });
  if (!hasPasskeys()) return null;
  return (
    <>
      <h3 className={classes.cardTitle}>{words.passkeys}</h3>
      <p className={classes.quiet}>{words.passkeyText}</p>
      <ul className={classes.list}>
        {data.map(({ id, name, created, lastUsed }) => (
          <li key={id} className={`${classes.line} ${classes.row}`}>
            <span>
              {name}{' '}
              <span className={classes.quiet}>{words.lastUsed(showStamp(lastUsed ?? created, zone))}</span>
            </span>
            <PlainButton pending={remove.input?.id === id} onClick={() => void remove.run({ id })}>
              {words.removePasskey(name)}
            </PlainButton>
          </li>
        ))}
      </ul>
      {adding.refusal && (
        <Note tone="danger" live>
          {translate(adding.refusal)}
        </Note>
      )}
      <PlainButton pending={adding.pending} onClick={() => void adding.run()}>
        {words.addPasskey}
      </PlainButton>
    </>
  );
};
