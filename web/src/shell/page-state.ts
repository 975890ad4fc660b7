import { useLocation, useNavigate } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What a page is opened with (mode, id): survives a reload and is never in the URL (decisions.md). */
    readonly page?: Readonly<Record<string, string | number | boolean>>;
  }
}

export type PageState = Readonly<Record<string, string | number | boolean>>;

const NONE: PageState = {};

/** What this page was opened with. */
export const usePageState = (): PageState =>
  useLocation({ select: (location) => location.state.page ?? NONE });

/** Opens a route of the table with its state. */
export const useOpenPage = () => {
  const navigate = useNavigate();
  return (to: string, page: PageState = NONE) => navigate({ to, state: { page } });
};
