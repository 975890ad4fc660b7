import { operation } from './operation.mjs';

operation('site');
