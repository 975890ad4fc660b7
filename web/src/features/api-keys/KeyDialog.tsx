import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import { sayMaker } from '@homecare/domain/api-keys/rules.ts';
import type { ApiKey, KeyCall } from '@homecare/domain/api-keys/schema.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { useZone } from '../../platform/use-today.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import classes from './api-keys.module.css';

interface KeyDialogProps {
  readonly apiKey: ApiKey;
  readonly known: readonly KeyCall[];
  readonly onClose: () => void;
}

/** What a key may do, call by call. */
export const KeyDialog = ({ apiKey, known, onClose }: KeyDialogProps) => {
  const zone = useZone();
  const calls = apiKey.calls.map(
    (name) => known.find((call) => call.name === name) ?? { name, area: '', title: name },
  );
  const areas = Map.groupBy(calls, ({ area }) => area);
  return (
    <ReadDialog title={apiKey.name} wide onClose={onClose}>
      <Facts
        look="line"
        rows={[
          ['Works as', ROLE_NAMES[apiKey.role]],
          ['Made', `${showStamp(apiKey.created, zone)} by ${sayMaker(apiKey)}`],
          ['Last used', apiKey.lastUsed && showStamp(apiKey.lastUsed, zone)],
          ['Calls a minute', apiKey.perMinute.toLocaleString('en-US')],
        ]}
      />
      {[...areas].map(([area, of]) => (
        <section key={area} aria-label={area}>
          <h3>{area}</h3>
          <ul className={classes.calls}>
            {of.map(({ name, title }) => (
              <li key={name}>{title}</li>
            ))}
          </ul>
        </section>
      ))}
    </ReadDialog>
  );
};
