import messages from '@eventstore/db-client/generated/gossip_pb.js';

const { LEADER, FOLLOWER, UNKNOWN } = messages.MemberInfo.VNodeState;

type Member = {
  readonly port: number;
  readonly state: 'leader' | 'follower' | 'unknown';
  readonly isAlive: boolean;
};

const STATES = { leader: LEADER, follower: FOLLOWER, unknown: UNKNOWN };

/** Gossip of a node about its cluster. */
export const clusterMessage = (members: readonly Member[]): messages.ClusterInfo =>
  new messages.ClusterInfo().setMembersList(
    members.map(({ port, state, isAlive }) =>
      new messages.MemberInfo()
        .setState(STATES[state])
        .setIsAlive(isAlive)
        .setHttpEndPoint(new messages.EndPoint().setAddress('127.0.0.1').setPort(port)),
    ),
  );
