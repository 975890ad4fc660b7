import { PersonLink } from '../../platform/PersonLink.tsx';

interface ClientLinkProps {
  readonly id: number;
  readonly name: string;
  readonly town: string | null;
}

/** A client by name and town. The name links to the client's page. */
export const ClientLink = ({ id, name, town }: ClientLinkProps) => (
  <>
    <PersonLink id={id} name={name} />
    {town && `, ${town}`}
  </>
);
