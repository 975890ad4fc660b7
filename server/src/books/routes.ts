import * as calls from '@homecare/domain/books/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { checkBooks, getBooks } from './service.ts';

export const bookRoutes = [bind(calls.getBooks, getBooks), bind(calls.checkBooks, checkBooks)];
