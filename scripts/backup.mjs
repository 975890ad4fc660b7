import { operation } from './operation.mjs';

operation('backup');
