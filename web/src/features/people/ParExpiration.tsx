import { listPars } from '@homecare/domain/authorizations/contract.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { may } from '../../platform/role-copy.ts';
import { useCapabilities } from '../../platform/site.ts';
import { DateField, ReadValue } from '../../ui/fields.tsx';
import { usePars } from '../authorizations/api.ts';
import type { PersonForm } from './person-form.ts';
import { useRecord } from './record-context.ts';

interface ParExpirationProps {
  readonly clientId: number;
  readonly name: 'PAR Expiration';
  readonly label: string;
  readonly required: boolean;
  readonly span: number;
  readonly warning?: string;
}

const FromPars = ({ clientId, ...field }: ParExpirationProps) => {
  const { data } = usePars(clientId);
  const last = data
    ?.map(({ through }) => through)
    .toSorted()
    .at(-1);
  if (data && last === undefined) return <DateField<PersonForm> {...field} />;
  const { label, span, warning, name } = field;
  return (
    <ReadValue label={`${label}, from the prior authorizations`} span={span} warning={warning} field={name}>
      {last && showDate(last)}
    </ReadValue>
  );
};

/** If the client has prior authorizations, their last day is shown; otherwise it can be typed. */
export const ParExpiration = (props: ParExpirationProps) => {
  const { role } = useRecord();
  const isBilling = useCapabilities()?.billing;
  if (isBilling && may(role, listPars)) return <FromPars {...props} />;
  const { clientId, ...field } = props;
  return <DateField<PersonForm> {...field} />;
};
