/** The ids of PostgreSQL's advisory locks. Each is different from all others in the database. */

export const MIGRATION_LOCK = 7_355_608;
/** A class id: the second id of the lock is that of the family. */
export const FAMILY_LOCKS = 7_355_609;
export const RETENTION_LOCK = 7_355_610;
