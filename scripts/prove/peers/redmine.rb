# Run inside, with Redmine's own models: "set-up" makes what Fettle needs and prints an API key,
# "list" prints each issue of the project with its reference and those of its notes.
def set_up
  # Lock the admin account: its password is well known.
  User.find_by!(login: 'admin').lock!
  Setting.rest_api_enabled = '1'
  tracker = Tracker.find_by!(name: 'Support')
  project = Project.create!(
    name: 'Repairs', identifier: 'repairs', trackers: [tracker], enabled_module_names: ['issue_tracking']
  )
  IssueCustomField.create!(
    name: 'ExternalID', field_format: 'string', is_filter: true, trackers: [tracker], projects: [project]
  )
  role = Role.create!(name: 'Fettle', permissions: %i[view_issues add_issues add_issue_notes])
  user = User.new(firstname: 'Fettle', lastname: 'Service', mail: 'fettle@peer.example', language: 'en')
  user.login = 'fettle'
  user.random_password
  user.save!
  Member.create!(project: project, principal: user, roles: [role])
  puts user.api_key
end

def list
  field = IssueCustomField.find_by!(name: 'ExternalID')
  Project.find('repairs').issues.order(:id).each do |issue|
    refs = issue.journals.filter_map { |journal| journal.notes&.lines&.last&.strip }
    puts [issue.custom_field_value(field).to_s, issue.id, *refs].join("\t")
  end
end

{ 'set-up' => method(:set_up), 'list' => method(:list) }.fetch(ARGV.fetch(0)).call
