import { useLocation } from '@tanstack/react-router';
import { GuidePanel } from '../features/guide/GuidePanel.tsx';
import { guideNameOf } from '../features/guide/page.ts';
import { KeyList } from './KeyList.tsx';
import { routeOf } from './routes.ts';

/** The page of the guide about the page that is open, and below it the keys. */
export const GuideAndKeys = () => {
  const pathname = useLocation({ select: (location) => location.pathname });
  const route = routeOf(pathname);
  return (
    <>
      {route && <GuidePanel key={route.path} name={guideNameOf(route.path)} />}
      <KeyList />
    </>
  );
};
