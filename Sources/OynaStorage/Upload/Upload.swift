/// A file that a client sent before the form that names it.
///
/// The bytes lie in a folder of the server under the id; the storage knows what they are and
/// which submission they belong to.
public struct UploadRecord: Sendable, Equatable {
  /// Random; whoever knows it has sent the file.
  public let id: String
  /// Whose it is.
  public let tenant: String
  /// What the person's file was called: for reading, never a path.
  public let name: String
  /// Media type by the content.
  public let mediaType: String
  /// In bytes.
  public let size: Int64
  /// Milliseconds since 1970.
  public let created: Int64
  /// The submission that names it; nil while none does.
  public let submission: String?

  /// A file; it belongs to no submission at first.
  public init(
    id: String, tenant: String, name: String, mediaType: String, size: Int64, created: Int64,
    submission: String? = nil
  ) {
    self.id = id
    self.tenant = tenant
    self.name = name
    self.mediaType = mediaType
    self.size = size
    self.created = created
    self.submission = submission
  }
}

/// The statements about uploads and about values that may be used once.
public protocol UploadTransaction {
  /// Adds a file that belongs to no submission.
  func insert(_ upload: UploadRecord) throws(StorageError)

  /// The file with this id; nil when there is none.
  func upload(id: String, tenant: String) throws(StorageError) -> UploadRecord?

  /// Gives the file to a submission of this transaction. False when there is no such file, or when
  /// it has been given away before.
  func claimUpload(
    id: String, tenant: String, submission: String
  ) throws(StorageError) -> Bool

  /// Bytes of all files that belong to no submission.
  func unclaimedUploadBytes(tenant: String) throws(StorageError) -> Int64

  /// Forgets the files that belong to no submission and came before a moment (milliseconds since
  /// 1970); answers with their ids.
  func removeUnclaimedUploads(before: Int64) throws(StorageError) -> [String]

  /// Whether a value of a register was taken, such as a phone number among applications.
  func isTaken(
    _ value: String, register: String, tenant: String
  ) throws(StorageError) -> Bool

  /// Takes a value for a submission of this transaction. False when it was taken before.
  func take(
    _ value: String, register: String, tenant: String, submission: String
  ) throws(StorageError) -> Bool
}
