# Run inside, with Request Tracker's own library: "set-up" makes what Fettle needs and prints a token,
# "list" prints each ticket of the queue with its reference and those of its comments.
use strict;
use warnings;
use lib '/usr/share/request-tracker5/lib';
use RT;

RT::LoadConfig();
RT::Init();

my %what = ('set-up' => \&set_up, list => \&list);
$what{ $ARGV[0] // '' }->();

sub made {
    my ($ok, $message) = @_;
    die "$message\n" unless $ok;
}

sub set_up {
    my $queue = RT::Queue->new(RT->SystemUser);
    made($queue->Create(Name => 'Repairs', Description => 'Forwarded by the repair team'));
    my $field = RT::CustomField->new(RT->SystemUser);
    made($field->Create(
        Name       => 'ExternalID',
        Type       => 'FreeformSingle',
        LookupType => RT::Ticket->CustomFieldLookupType,
    ));
    made($field->AddToObject($queue));
    my $user = RT::User->new(RT->SystemUser);
    made($user->Create(Name => 'fettle', Privileged => 1));
    for my $right (qw(
        SeeQueue ShowTicket CreateTicket CommentOnTicket ShowTicketComments SeeCustomField SetInitialCustomField
    )) {
        made($user->PrincipalObj->GrantRight(Right => $right, Object => $queue));
    }
    my $token = RT::AuthToken->new(RT->SystemUser);
    my ($ok, $message, $text) = $token->Create(Owner => $user->Id, Description => 'Fettle');
    made($ok, $message);
    print "$text\n";
}

sub list {
    my $tickets = RT::Tickets->new(RT->SystemUser);
    $tickets->FromSQL("Queue = 'Repairs'");
    while (my $ticket = $tickets->Next) {
        my $comments = $ticket->Transactions;
        $comments->Limit(FIELD => 'Type', VALUE => 'Comment');
        my @refs;
        while (my $comment = $comments->Next) { push @refs, $comment->Subject =~ s/\s+\z//r }
        print join("\t", $ticket->FirstCustomFieldValue('ExternalID') // '', $ticket->Id, @refs), "\n";
    }
}
