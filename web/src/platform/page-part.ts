import { useLocation, useNavigate } from '@tanstack/react-router';

/** Parts of a page with addresses of their own; the first one has that of the page. */
export type Parts<P extends string> = readonly [P, ...P[]];

/** The part that an address names; the first one where it names none. */
export const partOf = <P extends string>(pathname: string, path: string, parts: Parts<P>): P => {
  const named = pathname.toLowerCase().slice(path.length + 1);
  return parts.find((part) => part === named) ?? parts[0];
};

export const pathOfPart = <P extends string>(part: P, path: string, parts: Parts<P>): string =>
  part === parts[0] ? path : `${path}/${part}`;

/** The part of this page that is open, and the way to another one. */
export const usePagePart = <P extends string>(path: string, parts: Parts<P>) => {
  const navigate = useNavigate();
  const part = useLocation({ select: ({ pathname }) => partOf(pathname, path, parts) });
  return { part, open: (next: P) => void navigate({ to: pathOfPart(next, path, parts) }) };
};
