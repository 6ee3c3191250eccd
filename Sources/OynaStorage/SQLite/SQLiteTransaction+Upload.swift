extension SQLiteTransaction: UploadTransaction {
  func insert(_ upload: UploadRecord) throws(StorageError) {
    try connection.run(
      """
      INSERT INTO upload (id, tenant, name, media_type, size, created_ms)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .text(upload.id), .text(upload.tenant), .text(upload.name), .text(upload.mediaType),
        .integer(upload.size), .integer(upload.created),
      ])
  }

  func upload(id: String, tenant: String) throws(StorageError) -> UploadRecord? {
    try connection.row(
      """
      SELECT id, tenant, name, media_type, size, created_ms, ifnull(submission_id, '')
      FROM upload WHERE id = ? AND tenant = ?
      """,
      [.text(id), .text(tenant)]
    ) { row in
      let submission = row.text(6)
      return UploadRecord(
        id: row.text(0), tenant: row.text(1), name: row.text(2), mediaType: row.text(3),
        size: row.integer(4), created: row.integer(5),
        submission: submission.isEmpty ? nil : submission)
    }
  }

  func claimUpload(
    id: String, tenant: String, submission: String
  ) throws(StorageError) -> Bool {
    try connection.run(
      """
      UPDATE upload SET submission_id = ?
      WHERE id = ? AND tenant = ? AND submission_id IS NULL
      """,
      [.text(submission), .text(id), .text(tenant)]) == 1
  }

  func unclaimedUploadBytes(tenant: String) throws(StorageError) -> Int64 {
    try connection.row(
      "SELECT ifnull(sum(size), 0) FROM upload WHERE submission_id IS NULL AND tenant = ?",
      [.text(tenant)], { $0.integer(0) }) ?? 0
  }

  func removeUnclaimedUploads(before: Int64) throws(StorageError) -> [String] {
    let ids = try connection.rows(
      "SELECT id FROM upload WHERE submission_id IS NULL AND created_ms < ?",
      [.integer(before)], { $0.text(0) })
    try connection.run(
      "DELETE FROM upload WHERE submission_id IS NULL AND created_ms < ?", [.integer(before)])
    return ids
  }

  func isTaken(
    _ value: String, register: String, tenant: String
  ) throws(StorageError) -> Bool {
    try connection.row(
      "SELECT 1 FROM taken_value WHERE tenant = ? AND register = ? AND value = ?",
      [.text(tenant), .text(register), .text(value)], { $0.integer(0) }) != nil
  }

  func take(
    _ value: String, register: String, tenant: String, submission: String
  ) throws(StorageError) -> Bool {
    try connection.run(
      """
      INSERT INTO taken_value (tenant, register, value, submission_id) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """,
      [.text(tenant), .text(register), .text(value), .text(submission)]) == 1
  }
}
