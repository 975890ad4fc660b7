import { z } from 'zod';
import { getCall } from '../call.ts';
import { since } from '../followed.ts';
import { followedNotices } from './order.ts';
import { NoticeList } from './schema.ts';

/** Everything the toolbar's menus and the marks of the People list show; role provider gets the birthdays only. */
export const listNotices = getCall(['notices/list'], {
  name: 'notices.list',
  roles: ['admin', 'user', 'provider'],
  effect: 'poll',
  input: z.strictObject({ since }),
  output: NoticeList,
  followed: followedNotices,
});
