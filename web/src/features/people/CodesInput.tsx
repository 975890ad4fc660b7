import { PERSON } from '@homecare/domain/people/dictionary.ts';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import formClasses from '../../ui/fields.module.css';
import { MultiSelectField, ReadValue } from '../../ui/fields.tsx';
import { NumberBox } from '../../ui/inputs.tsx';
import { useUnlessPressed } from '../../ui/unless-pressed.ts';
import classes from './composed-inputs.module.css';
import type { PersonForm } from './person-form.ts';
import { useRecord } from './record-context.ts';

/** Number of visible rows in the open list. */
const ROWS = 6;

const captionOf = (code: string, codes: Readonly<Record<string, string>> | undefined) => {
  const label = codes?.[code];
  return label && label !== code ? `${code} ${label}` : code;
};

/** Services, chosen by procedure code. A stored code that the agency no longer offers stays. */
export const CodesInput = ({ required }: { readonly required: boolean }) => {
  const { codes, person } = useRecord();
  const all = new Set([...Object.keys(codes ?? {}), ...(person?.Services ?? [])]);
  return (
    <MultiSelectField<PersonForm>
      name="Services"
      label={PERSON.Services.label}
      required={required}
      span={6}
      rows={ROWS}
      options={[...all].map((code) => ({ value: code, label: captionOf(code, codes) }))}
    />
  );
};

/** Total units, with one number per chosen service. */
export const UnitsInput = () => {
  const { codes, readOnly } = useRecord();
  const { control } = useFormContext<PersonForm>();
  const services = useWatch({ control, name: 'Services' });
  const { field, fieldState } = useController<PersonForm, 'TotalUnits'>({ control, name: 'TotalUnits' });
  const error = useUnlessPressed(fieldState.error?.message);
  const { label } = PERSON.TotalUnits;
  const shown = [...new Set([...services, ...Object.keys(field.value)])];
  if (shown.length === 0) return null;
  if (readOnly)
    return (
      <ReadValue label={label} span={12} field="TotalUnits">
        {shown.map((code) => `${captionOf(code, codes)}: ${field.value[code] ?? '–'}`).join(', ')}
      </ReadValue>
    );
  return (
    <>
      <div className={classes.captions}>{label}</div>
      {shown.map((code, index) => (
        <div key={code} className={formClasses.field} style={{ '--span': 3 }}>
          <NumberBox
            label={<span data-tip={captionOf(code, codes)}>{code}</span>}
            {...(index === 0 && { 'data-field': 'TotalUnits', error })}
            value={field.value[code] ?? null}
            onChange={(units) => field.onChange({ ...field.value, [code]: units })}
            onBlur={field.onBlur}
          />
        </div>
      ))}
    </>
  );
};
