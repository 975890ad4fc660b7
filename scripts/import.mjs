import { operation } from './operation.mjs';

operation('import');
