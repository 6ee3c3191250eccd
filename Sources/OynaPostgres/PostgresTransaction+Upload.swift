import OynaStorage

extension PostgresTransaction: UploadTransaction {
  func insert(_ upload: UploadRecord) throws(StorageError) {
    try send(
      """
      INSERT INTO upload (id, tenant, name, media_type, size, created_ms)
      VALUES ($1, $2, $3, $4, $5, $6)
      """,
      [
        .text(upload.id), .text(upload.tenant), .text(upload.name), .text(upload.mediaType),
        .integer(upload.size), .integer(upload.created),
      ])
  }

  /// Locks the file: of two submissions that name it the second sees that it was given away.
  func upload(id: String, tenant: String) throws(StorageError) -> UploadRecord? {
    try row(
      """
      SELECT id, tenant, name, media_type, size, created_ms, submission_id
      FROM upload WHERE id = $1 AND tenant = $2 FOR NO KEY UPDATE
      """,
      [.text(id), .text(tenant)]
    ) { row in
      UploadRecord(
        id: row.text(0), tenant: row.text(1), name: row.text(2), mediaType: row.text(3),
        size: row.integer(4), created: row.integer(5), submission: row.optionalText(6))
    }
  }

  func claimUpload(
    id: String, tenant: String, submission: String
  ) throws(StorageError) -> Bool {
    try run(
      """
      UPDATE upload SET submission_id = $1
      WHERE id = $2 AND tenant = $3 AND submission_id IS NULL
      """,
      [.text(submission), .text(id), .text(tenant)]) == 1
  }

  func unclaimedUploadBytes(tenant: String) throws(StorageError) -> Int64 {
    try row(
      """
      SELECT coalesce(sum(size), 0)::bigint FROM upload
      WHERE submission_id IS NULL AND tenant = $1
      """,
      [.text(tenant)], { $0.integer(0) }) ?? 0
  }

  func removeUnclaimedUploads(before: Int64) throws(StorageError) -> [String] {
    try rows(
      "DELETE FROM upload WHERE submission_id IS NULL AND created_ms < $1 RETURNING id",
      [.integer(before)], { $0.text(0) })
  }

  /// Holds the value until the end, taken or not: nobody else takes it between the look and
  /// ``take(_:register:tenant:submission:)``.
  func isTaken(
    _ value: String, register: String, tenant: String
  ) throws(StorageError) -> Bool {
    try lock(.register, tenant, register, value)
    return try row(
      "SELECT 1 FROM taken_value WHERE tenant = $1 AND register = $2 AND value = $3",
      [.text(tenant), .text(register), .text(value)], { _ in true }) ?? false
  }

  func take(
    _ value: String, register: String, tenant: String, submission: String
  ) throws(StorageError) -> Bool {
    try run(
      """
      INSERT INTO taken_value (tenant, register, value, submission_id) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING
      """,
      [.text(tenant), .text(register), .text(value), .text(submission)]) == 1
  }
}
