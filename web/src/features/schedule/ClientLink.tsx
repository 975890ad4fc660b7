import { useOpenPage } from '../../platform/page-state.ts';
import { useSession } from '../../platform/session.ts';
import { usePeople } from '../people/api.ts';
import { rowMode } from '../people/record-mode.ts';
import classes from './Cover.module.css';

interface ClientLinkProps {
  readonly id: number;
  readonly name: string;
  readonly town: string | null;
}

/** A client by name and town; the name opens the record. */
export const ClientLink = ({ id, name, town }: ClientLinkProps) => {
  const role = useSession()?.role;
  const { people } = usePeople();
  const openPage = useOpenPage();
  const client = people?.find((one) => one.ID === id);
  return (
    <>
      {client && role ? (
        <button
          type="button"
          className={classes.link}
          onClick={() => void openPage('/createuser', { mode: rowMode(client, role), id })}
        >
          {name}
        </button>
      ) : (
        name
      )}
      {town && `, ${town}`}
    </>
  );
};
