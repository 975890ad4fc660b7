import { useLocation, useNavigate } from '@tanstack/react-router';

/** Parts of a page with their own URLs; the first one has the URL of the page. */
export type Parts<P extends string> = readonly [P, ...P[]];

/** The part named by a URL, or else the first one. */
export const partOf = <P extends string>(pathname: string, path: string, parts: Parts<P>): P => {
  const named = pathname.toLowerCase().slice(path.length + 1);
  return parts.find((part) => part === named) ?? parts[0];
};

export const pathOfPart = <P extends string>(part: P, path: string, parts: Parts<P>): string =>
  part === parts[0] ? path : `${path}/${part}`;

/** The open part of this page, and a function to open another one. */
export const usePagePart = <P extends string>(path: string, parts: Parts<P>) => {
  const navigate = useNavigate();
  const part = useLocation({ select: ({ pathname }) => partOf(pathname, path, parts) });
  return { part, open: (next: P) => void navigate({ to: pathOfPart(next, path, parts) }) };
};
