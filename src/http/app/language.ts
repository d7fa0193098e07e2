/** The language in which a page wants foods named. */
import { z } from 'zod';

export const inLanguage = z.strictObject({ language: z.enum(['en', 'de']).default('en') });
