#ifndef OYNA_CPOSTGRES_SHIM_H
#define OYNA_CPOSTGRES_SHIM_H
#include <libpq-fe.h>

/* The codes of PQresultErrorField are character macros, which Swift does not import. */
static inline const char *oyna_pq_sql_state(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *oyna_pq_primary_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

static inline const char *oyna_pq_constraint(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

static inline const char *oyna_pq_table(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_TABLE_NAME);
}

/* Notices are for people at a prompt; libpq would write them to standard error. */
static void oyna_pq_drop_notice(void *context, const PGresult *notice) {
  (void)context;
  (void)notice;
}

static inline void oyna_pq_silence(PGconn *connection) {
  PQsetNoticeReceiver(connection, oyna_pq_drop_notice, (void *)0);
}
#endif
