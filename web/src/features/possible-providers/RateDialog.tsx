import type { PossibleProvider } from '@homecare/domain/possible-providers/schema.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './PossibleProvidersDialog.module.css';

interface RateDialogProps {
  readonly found: PossibleProvider;
  readonly client: string;
  readonly onClose: () => void;
}

/** Why a rate is what it is, for everybody who cannot hover. */
export const RateDialog = ({ found, client, onClose }: RateDialogProps) => (
  <Dialog opened title={`Rate of ${found.Name}`} onClose={onClose}>
    <p>How well both fit, from 0 to 100, for {client}.</p>
    <table className={classes.parts}>
      <caption className="visually-hidden">Parts of the rate</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Why</th>
          <th scope="col">Points</th>
        </tr>
      </thead>
      <tbody>
        {found.parts.map(({ name, points, most, why }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{why}</td>
            <td>
              {points} of {most}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            rate
          </th>
          <td>{found.rate} of 100</td>
        </tr>
      </tfoot>
    </table>
  </Dialog>
);
